package dev.cobnut.runtime.mailbox;

/// The kinds of [Mailbox]. [Workload] chooses one by what the handler does.
public enum MailboxKind {

    /// Linked nodes under one lock. The plain kind, the measure for the others, and the only one
    /// that can evict its oldest message.
    LINKED {
        @Override
        public <M> Mailbox<M> create(int capacity) {
            return new BoundedLinkedMailbox<>(capacity);
        }
    },

    /// Many producers, one consumer, no lock: an array that is small at first and grows up to the
    /// capacity. It takes little memory while few messages are queued, and allocates nothing per
    /// message once it has grown.
    MPSC {
        @Override
        public <M> Mailbox<M> create(int capacity) {
            return new MpscMailbox<>(capacity);
        }
    },

    /// As [#MPSC], in an array of the full capacity from the beginning. The fastest kind, and the
    /// largest while empty. Allocates nothing per message.
    MPSC_ARRAY {
        @Override
        public <M> Mailbox<M> create(int capacity) {
            return new MpscArrayMailbox<>(capacity);
        }
    },

    /// As [#MPSC], without a bound, in linked chunks: for senders that are bounded themselves. It
    /// ignores the capacity.
    MPSC_UNBOUNDED {
        @Override
        public <M> Mailbox<M> create(int capacity) {
            return new MpscUnboundedMailbox<>();
        }

        @Override
        public boolean isBounded() {
            return false;
        }
    },

    /// As [#MPSC], and [ControlMessage]s come out before all others. There is room for
    /// [PriorityMailbox#CONTROL_ROOM] of them beyond the capacity, so that a full mailbox can be
    /// told to stop.
    PRIORITY {
        @Override
        public <M> Mailbox<M> create(int capacity) {
            return new PriorityMailbox<>(capacity);
        }
    };

    /// An open and empty mailbox.
    ///
    /// @param capacity from 1; kept exactly
    public abstract <M> Mailbox<M> create(int capacity);

    /// True when the mailbox refuses messages beyond its capacity.
    public boolean isBounded() {
        return true;
    }

    static int checkedCapacity(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    "a mailbox must have room for at least 1 message, but was given " + capacity);
        }
        return capacity;
    }
}
