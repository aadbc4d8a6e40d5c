package dev.cobnut.framework.journal;

/// The journal has other events at positions that were read: after a failover to a standby that
/// lagged.
public final class JournalRewoundException extends RuntimeException {

    private static final long serialVersionUID = 1;

    JournalRewoundException(long position) {
        super("the journal has lost events through position " + position);
    }
}
