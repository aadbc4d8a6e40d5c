package dev.cobnut.framework.dispatch;

/// Which [Mailbox] an entity gets.
public enum MailboxKind {

    /// Linked nodes under one lock: the plain one, and the measure for the other.
    LINKED {
        @Override
        public <M> Mailbox<M> create(int capacity) {
            return new BoundedLinkedMailbox<>(capacity);
        }
    },

    /// Many producers, one consumer, without a lock: the choice when several threads send to the
    /// same key.
    MPSC {
        @Override
        public <M> Mailbox<M> create(int capacity) {
            return new MpscMailbox<>(capacity);
        }
    };

    /// An open and empty mailbox.
    ///
    /// @param capacity from 1; kept exactly
    public abstract <M> Mailbox<M> create(int capacity);

    static int checkedCapacity(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    "a mailbox must have room for at least 1 message, but was given " + capacity);
        }
        return capacity;
    }
}
