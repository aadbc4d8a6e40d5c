package dev.cobnut.benchmarks.jmh.flow;

import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.MessageWorker;
import dev.cobnut.benchmarks.jmh.Burst;
import dev.cobnut.benchmarks.jmh.Question;
import java.util.ArrayList;
import java.util.List;
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
                "What does one of 10 000 messages cost when an actor handles up to 1, 4, 16, 64, 256 (`cobnut`) or 1 024 of them before others may use the thread?",
        ceiling = "One actor with all messages in one turn.",
        machine = "The sender is one thread; with 100 actors each turn finds few messages.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TurnBatchBenchmark {

    private static final int MESSAGES = 10_000;

    @Param({
        "cobnut",
        "cobnut-turn-1",
        "cobnut-turn-4",
        "cobnut-turn-16",
        "cobnut-turn-64",
        "cobnut-turn-1024"
    })
    String contender;

    @Param({"1", "100"})
    int actors;

    private final Object message = new Object();

    private Contender with;
    private List<Burst<Object>> bursts;
    private List<MessageWorker<Object>> workers;

    @Setup
    public void start() {
        with = Contenders.open(contender);
        bursts = new ArrayList<>();
        workers = new ArrayList<>();
        for (int a = 0; a < actors; a++) {
            Burst<Object> burst = new Burst<>();
            bursts.add(burst);
            workers.add(with.worker(burst));
        }
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void processed() {
        int each = MESSAGES / actors;
        bursts.forEach(burst -> burst.expect(each));
        for (int i = 0; i < each; i++) {
            for (MessageWorker<Object> worker : workers) {
                worker.tell(message);
            }
        }
        bursts.forEach(Burst::await);
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
