package dev.cobnut.framework.profiling;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import one.profiler.AsyncProfiler;

/// Runs async-profiler's commands, each on a new platform thread. The library finds the JVM through
/// the calling thread and fails on a virtual thread. Requests run on virtual threads.
final class Library {

    /// Longest wait for a command. The first start reads the symbols of every library.
    private static final long SECONDS_MAX = 30;

    private Library() {}

    /// @throws IOException when the command failed or gave no answer in time; the message is the
    ///   reason
    static void execute(String command) throws IOException {
        FutureTask<String> task =
                new FutureTask<>(() -> AsyncProfiler.getInstance().execute(command));
        Thread.ofPlatform().name("profiler-command").daemon().start(task);
        try {
            task.get(SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IOException(String.valueOf(cause.getMessage()), cause);
        } catch (TimeoutException e) {
            throw new IOException("no answer within " + SECONDS_MAX + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the wait for the command was interrupted", e);
        }
    }
}
