package dev.cobnut.lab.service;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A process that is killed when this process ends. This also holds while the child is being
/// started: the shutdown waits for the start, or prevents it.
public final class ChildProcess {

    private final Thread atExit = new Thread(this::end, "kill-child");

    // Guarded by this object's lock.
    private boolean ending;
    private @Nullable Process process;

    /// @throws IOException when the process cannot be started, or this process is shutting down
    public Process start(ProcessBuilder builder) throws IOException {
        try {
            Runtime.getRuntime().addShutdownHook(atExit);
        } catch (IllegalStateException e) {
            throw new IOException("This process is shutting down and starts no other process.", e);
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
            throw new IOException("This process is shutting down and starts no other process.");
        }
        Process started = builder.start();
        process = started;
        return started;
    }

    /// Kills the process and those that it started, and prevents later starts.
    public synchronized void end() {
        ending = true;
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /// Called when the process has ended.
    public void release() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException _) {
            // This process is shutting down; the hook kills the child.
            return;
        }
    }
}
