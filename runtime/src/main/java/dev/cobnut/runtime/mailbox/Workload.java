package dev.cobnut.runtime.mailbox;

/// What a handler does with its time, for those who do not want to choose a mailbox themselves.
public enum Workload {

    /// Waits for disks, networks, locks: the mailbox's own speed does not matter, arrivals come in
    /// waves and queue up while the handler waits. Small while empty, and long.
    IO_BOUND(MailboxKind.MPSC, 8_192),

    /// Computes for less than a few microseconds per message: the mailbox is a part of the cost.
    /// Nothing is allocated per message.
    CPU_BOUND(MailboxKind.MPSC_ARRAY, 1_024),

    /// Something of both, or not known. Small at first, as quick as the array once it has grown,
    /// and short enough that a full one is noticed early.
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

    /// Messages that may wait.
    public int capacity() {
        return capacity;
    }
}
