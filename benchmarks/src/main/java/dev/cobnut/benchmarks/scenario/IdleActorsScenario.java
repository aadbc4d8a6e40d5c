package dev.cobnut.benchmarks.scenario;

import dev.cobnut.benchmarks.contender.AnswerWait;
import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.MessageWorker;
import dev.cobnut.benchmarks.history.Mode;
import dev.cobnut.benchmarks.jmh.Question;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

@Question(
        value = "100 000 actors have each processed a message and are idle: what do they cost?",
        ceiling = "No processor time; the bytes of a queue and of a state.",
        machine =
                "CPU of the whole process in steps of 10 ms; a JVM that only sleeps takes about 0.1 % of a core. Bytes: the heap after a full collection, with the 20 bytes by which the scenario holds each actor.",
        target = true)
public final class IdleActorsScenario implements Scenario {

    private static final int ACTORS = 100_000;
    private static final int SETTLE_SECONDS = 2;
    private static final int SECONDS = 8;
    private static final int QUICK_SECONDS = 3;

    @Override
    public List<String> contenders() {
        return List.of("cobnut", "linked-queue-virtual", "pekko");
    }

    @Override
    public int seconds(boolean quick) {
        return SETTLE_SECONDS + (quick ? QUICK_SECONDS : SECONDS) + 4;
    }

    @Override
    public List<Figure> measure(String contender, boolean quick) throws InterruptedException {
        return measure(contender, ACTORS, quick ? QUICK_SECONDS : SECONDS);
    }

    static List<Figure> measure(String contender, int actors, int seconds)
            throws InterruptedException {
        try (Contender with = Contenders.open(contender)) {
            // the first actors load the classes, which are not part of the cost of the others
            use(with.workers(actors / 10, () -> CountDownLatch::countDown), true);
            long before = heap();
            List<MessageWorker<CountDownLatch>> workers =
                    with.workers(actors, () -> CountDownLatch::countDown);
            use(workers, false);
            long after = heap();
            TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
            long cpu = cpuNanos();
            long start = System.nanoTime();
            TimeUnit.SECONDS.sleep(seconds);
            double percent = 100.0 * (cpuNanos() - cpu) / (System.nanoTime() - start);
            use(workers, false);
            return List.of(
                    new Figure("bytes", Mode.COST, "B", (double) (after - before) / actors),
                    new Figure("cpu", Mode.COST, "% of a core", percent));
        }
    }

    /// Sends one message to each actor and waits until all are processed.
    private static void use(List<MessageWorker<CountDownLatch>> workers, boolean stop) {
        CountDownLatch processed = new CountDownLatch(workers.size());
        workers.forEach(worker -> worker.tell(processed));
        AnswerWait.of(processed);
        if (stop) {
            workers.forEach(worker -> AnswerWait.of(worker.stop()));
        }
    }

    private static long heap() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        for (int i = 0; i < 3; i++) {
            memory.gc();
        }
        return memory.getHeapMemoryUsage().getUsed();
    }

    private static long cpuNanos() {
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system) {
            return system.getProcessCpuTime();
        }
        throw new IllegalStateException("This JVM does not report its processor time");
    }
}
