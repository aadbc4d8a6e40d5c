package dev.cobnut.lab.session;

/// Knows when the process is being ended, by Ctrl-C say. Services and generators are ended then by
/// their own hooks, and that is no failure of a run.
final class Interruption implements AutoCloseable {

    private final Thread hook;
    private volatile boolean requested;

    Interruption(Progress progress) {
        this.hook =
                new Thread(
                        () -> {
                            requested = true;
                            progress.say(
                                    "Interrupted. The runs that were finished are kept; the same command goes on from there.");
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
            // The process is being ended, and the hook has said so.
            return;
        }
    }
}
