package dev.cobnut.runtime.mailbox;

/// Chooses a mailbox by what the handler does with its time.
public enum Workload {

    /// The handler waits for disks, networks or locks. Messages queue up while it waits, and the
    /// speed of the mailbox does not matter. Small while empty, and long.
    IO_BOUND(MailboxKind.MPSC, 8_192),

    /// The handler computes for less than a few microseconds per message, so the mailbox is a part
    /// of the cost. Allocates nothing per message.
    CPU_BOUND(MailboxKind.MPSC_ARRAY, 1_024),

    /// Both, or not known. Small at first, as fast as the array once it has grown, and short enough
    /// that a full mailbox is noticed early.
    MIXED(MailboxKind.MPSC, 1_024);

    private final MailboxKind kind;
    private final int capacity;

    Workload(MailboxKind kind, int capacity) {
        this.kind = kind;
        this.capacity = capacity;
    }

    public MailboxKind kind() {
        return kind;
    }

    /// Largest number of messages that may wait.
    public int capacity() {
        return capacity;
    }
}
