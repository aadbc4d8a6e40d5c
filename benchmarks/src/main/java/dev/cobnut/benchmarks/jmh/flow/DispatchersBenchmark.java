package dev.cobnut.benchmarks.jmh.flow;

import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.MessageWorker;
import dev.cobnut.benchmarks.jmh.Burst;
import dev.cobnut.benchmarks.jmh.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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
                "What does one of 10 000 messages cost with a number of dispatchers, each with a thread and an actor?",
        ceiling = "One dispatcher per core; more dispatchers only take turns.",
        machine = "The sender is one thread and needs a core of its own.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DispatchersBenchmark {

    private static final int MESSAGES = 10_000;

    @Param({"cobnut-pinned", "linked-queue", "pekko-pinned"})
    String contender;

    @Param({"1", "2", "4", "8", "16"})
    int dispatchers;

    private final Object message = new Object();

    private Contender with;
    private List<Burst<Object>> bursts;
    private List<MessageWorker<Object>> workers;

    @Setup
    public void start() {
        with = Contenders.open(contender, dispatchers);
        bursts = new ArrayList<>();
        workers = new ArrayList<>();
        for (int d = 0; d < dispatchers; d++) {
            Burst<Object> burst = new Burst<>();
            bursts.add(burst);
            workers.add(with.worker(handler(burst)));
        }
    }

    Consumer<Object> handler(Burst<Object> burst) {
        return burst;
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void processed() {
        int each = MESSAGES / dispatchers;
        for (Burst<Object> burst : bursts) {
            burst.expect(each);
        }
        for (int i = 0; i < each; i++) {
            for (MessageWorker<Object> worker : workers) {
                worker.tell(message);
            }
        }
        for (Burst<Object> burst : bursts) {
            burst.await();
        }
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
