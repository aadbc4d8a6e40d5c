package dev.cobnut.lab.service;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A process that is killed when this one ends, also when that happens while it is being started:
/// the shutdown waits until the process is there, or keeps it from being started.
final class ChildProcess {

    private final Thread atExit = new Thread(this::end, "kill-child");

    // Guarded by this.
    private boolean ending;
    private @Nullable Process process;

    /// @throws IOException when it cannot be started, or this process is being ended
    Process start(ProcessBuilder builder) throws IOException {
        try {
            Runtime.getRuntime().addShutdownHook(atExit);
        } catch (IllegalStateException e) {
            throw new IOException("This process is being ended and starts no other.", e);
        }
        Process started = null;
        try {
            started = unlessEnding(builder);
            return started;
        } finally {
            if (started == null) {
                release();
            }
        }
    }

    private synchronized Process unlessEnding(ProcessBuilder builder) throws IOException {
        if (ending) {
            throw new IOException("This process is being ended and starts no other.");
        }
        Process started = builder.start();
        process = started;
        return started;
    }

    /// Kills it, and whatever would be started later is not.
    synchronized void end() {
        ending = true;
        if (process != null) {
            process.destroyForcibly();
        }
    }

    /// It has ended.
    void release() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException _) {
            // This process is being ended, and the hook is at work.
            return;
        }
    }
}
