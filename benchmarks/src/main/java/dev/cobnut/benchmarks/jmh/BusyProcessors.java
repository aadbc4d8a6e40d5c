package dev.cobnut.benchmarks.jmh;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/// A thread for each processor that computes until it is closed. Other threads then share the
/// processors with it.
public final class BusyProcessors implements AutoCloseable {

    private static final List<Thread> RUNNING = new ArrayList<>();

    private final List<Thread> mine = new ArrayList<>();

    public BusyProcessors() {
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            mine.add(Thread.ofPlatform().daemon().name("busy-" + i).start(BusyProcessors::compute));
        }
        synchronized (RUNNING) {
            RUNNING.addAll(mine);
        }
    }

    private static void compute() {
        long sum = 1;
        while (!Thread.currentThread().isInterrupted()) {
            sum += Work.cpu(1);
        }
        if (sum == 0) {
            throw new IllegalStateException("the work was optimised away");
        }
    }

    /// Processor time of all such threads.
    static long cpuNanos() {
        synchronized (RUNNING) {
            return RUNNING.stream()
                    .mapToLong(thread ->
                            ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId()))
                    .sum();
        }
    }

    @Override
    public void close() {
        synchronized (RUNNING) {
            RUNNING.removeAll(mine);
        }
        mine.forEach(Thread::interrupt);
    }
}
