package dev.cobnut.benchmarks.jmh.flow;

import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.MessageWorker;
import dev.cobnut.benchmarks.jmh.Burst;
import dev.cobnut.benchmarks.jmh.Question;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

@Question(
        value =
                "How long does a message take when many senders send to one actor, until all are processed?",
        ceiling = "A counter that all threads increment; no queue can be faster than its one word.",
        machine =
                "On two cores, four and sixteen senders take turns in an order that the scheduler chooses.",
        target = true)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ProducersBenchmark {

    /// Messages in one burst, of all senders together.
    private static final int MESSAGES = 100_000;

    @Param({"cobnut", "cobnut-array", "single-thread", "linked-queue", "pekko", "pekko-tuned"})
    String contender;

    @Param({"1", "4", "16"})
    int producers;

    /// The same object every time, so that the allocation is that of the hand-over, not of the
    /// message.
    private final Object message = new Object();

    private Contender with;
    private Burst<Object> burst;
    private MessageWorker<Object> worker;
    private ExecutorService senders;

    @Setup
    public void start() {
        with = Contenders.open(contender);
        burst = new Burst<>();
        worker = with.worker(burst);
        senders = Executors.newFixedThreadPool(producers);
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void processed() {
        burst.expect(MESSAGES);
        int share = MESSAGES / producers;
        if (producers == 1) {
            send(share);
        } else {
            for (int p = 0; p < producers; p++) {
                senders.execute(() -> send(share));
            }
        }
        burst.await();
    }

    private void send(int messages) {
        for (int i = 0; i < messages; i++) {
            worker.tell(message);
        }
    }

    @TearDown
    public void stop() {
        senders.close();
        with.close();
    }
}
