package dev.cobnut.lab.session;

/// Detects that the process is shutting down, for example by Ctrl-C. Services and generators are
/// then ended by their own hooks, which is no failure of a run.
final class Interruption implements AutoCloseable {

    private final Thread hook;
    private volatile boolean requested;

    Interruption(Progress progress) {
        this.hook =
                new Thread(
                        () -> {
                            requested = true;
                            progress.say(
                                    "Interrupted. Completed runs are kept; the same command continues with the next one.");
                        },
                        "session-interrupted");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    boolean isRequested() {
        return requested;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The process is shutting down, and the hook has said so.
            return;
        }
    }
}
