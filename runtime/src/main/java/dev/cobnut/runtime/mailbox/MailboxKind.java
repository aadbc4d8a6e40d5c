package dev.cobnut.runtime.mailbox;

/// Which [Mailbox] is in front of an actor or an entity. [Workload] names the one that fits.
public enum MailboxKind {

    /// Linked nodes under one lock: the plain one, the measure for the others, and the only one
    /// from whose front a sender can take (drop oldest).
    LINKED {
        @Override
        public <M> Mailbox<M> create(int capacity) {
            return new BoundedLinkedMailbox<>(capacity);
        }
    },

    /// Many producers, one consumer, without a lock, in an array that is small at first and grows
    /// up to the capacity: little memory while little is queued, no allocation per message once it
    /// has grown.
    MPSC {
        @Override
        public <M> Mailbox<M> create(int capacity) {
            return new MpscMailbox<>(capacity);
        }
    },

    /// As [#MPSC], in an array of the mailbox's capacity from the beginning: nothing is ever
    /// allocated for a message, the quickest, and the largest while empty.
    MPSC_ARRAY {
        @Override
        public <M> Mailbox<M> create(int capacity) {
            return new MpscArrayMailbox<>(capacity);
        }
    },

    /// As [#MPSC], without a bound, in linked chunks: for senders that are bounded themselves. The
    /// capacity is not looked at.
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

    /// As [#MPSC], and messages that are [ControlMessage]s come out before all others. There is
    /// room for [PriorityMailbox#CONTROL_ROOM] of them beyond the capacity, so that a full mailbox
    /// can be told to stop.
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

    /// Whether it refuses messages beyond its capacity.
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
