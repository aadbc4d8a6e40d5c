package dev.cobnut.framework.journal;

import dev.cobnut.framework.journal.JournalState.NotWritable;
import dev.cobnut.framework.journal.JournalState.Writable;
import java.util.concurrent.atomic.AtomicReference;

/// The state of the journal: writable or not. Any thread that meets a failure closes it. A lasting
/// closure stays until the restart.
final class WriteGate {

    private static final System.Logger LOG = System.getLogger(WriteGate.class.getName());

    private final AtomicReference<JournalState> state = new AtomicReference<>(new Writable());

    JournalState state() {
        return state.get();
    }

    void close(String reason, boolean lasting) {
        JournalState before =
                state.getAndUpdate(now ->
                        now instanceof NotWritable closed && closed.lasting()
                                ? closed
                                : new NotWritable(reason, lasting));
        if (before instanceof Writable || lasting) {
            LOG.log(System.Logger.Level.ERROR, "The journal takes no appends: {0}", reason);
        }
    }

    /// Opens again after a closure that was not lasting.
    void reopen() {
        JournalState before =
                state.getAndUpdate(now ->
                        now instanceof NotWritable closed && !closed.lasting()
                                ? new Writable()
                                : now);
        if (before instanceof NotWritable closed && !closed.lasting()) {
            LOG.log(System.Logger.Level.INFO, "The journal takes appends again.");
        }
    }
}
