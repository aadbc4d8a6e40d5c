package dev.cobnut.benchmarks.jmh.flow;

import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.MessageWorker;
import dev.cobnut.benchmarks.jmh.Burst;
import dev.cobnut.benchmarks.jmh.Question;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

@Question(
        value = "How long does the sender need for a number of messages, without their processing?",
        ceiling = "Writing that number of references into memory.",
        machine =
                "The actor works at the same time on the other core; messages that remain are processed after the measurement.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SendBenchmark {

    @Param({"cobnut-unbounded", "linked-queue", "pekko"})
    String contender;

    @Param({"1000", "100000"})
    int messages;

    private final Object message = new Object();

    private Contender with;
    private Burst<Object> burst;
    private MessageWorker<Object> worker;

    @Setup
    public void start() {
        with = Contenders.open(contender);
        burst = new Burst<>();
        worker = with.worker(burst);
    }

    @Setup(Level.Invocation)
    public void expect() {
        burst.expect(messages);
    }

    @Benchmark
    public void sent() {
        for (int i = 0; i < messages; i++) {
            worker.tell(message);
        }
    }

    @TearDown(Level.Invocation)
    public void processTheRest() {
        burst.await();
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
