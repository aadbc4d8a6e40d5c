package dev.cobnut.benchmarks.jmh;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/// The work of the handlers, the same for every contender.
public final class Work {

    /// About 27 µs on the machine that the pattern set was first published for.
    public static final int TASK = 20;

    private static final int FIBONACCI = 15;

    private Work() {}

    /// A piece of work with a completion that somebody waits for.
    public record Task(int rounds, CompletableFuture<Long> done) {

        public static Task of(int rounds) {
            return new Task(rounds, new CompletableFuture<>());
        }

        /// Called by the worker.
        public void run() {
            done.complete(cpu(rounds));
        }
    }

    /// Uses only processor time: computes Fibonacci of 15 the given number of times.
    public static long cpu(int rounds) {
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            sum += fibonacci(FIBONACCI);
        }
        return sum;
    }

    /// Only waits, as for a database.
    public static void io(Duration length) {
        long end = System.nanoTime() + length.toNanos();
        for (long left = length.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }
}
