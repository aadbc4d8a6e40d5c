package dev.cobnut.benchmarks.jmh.flow;

import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.MessageWorker;
import dev.cobnut.benchmarks.jmh.Burst;
import dev.cobnut.benchmarks.jmh.Question;
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
        value = "Does the hand-over of a message cost more when the message is larger?",
        ceiling = "The allocation of the message; the hand-over passes a reference.",
        machine =
                "The sender waits after every hundred messages, so each hundred includes a wake-up.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MessageSizeBenchmark {

    private static final int MESSAGES = 100;

    @Param({"cobnut", "linked-queue", "pekko"})
    String contender;

    @Param({"8", "64", "256"})
    int bytes;

    private Contender with;
    private Burst<byte[]> burst;
    private MessageWorker<byte[]> worker;

    @Setup
    public void start() {
        with = Contenders.open(contender);
        burst = new Burst<>();
        worker = with.worker(burst);
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void processed() {
        burst.expect(MESSAGES);
        for (int i = 0; i < MESSAGES; i++) {
            worker.tell(new byte[bytes]);
        }
        burst.await();
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
