package dev.cobnut.benchmarks.jmh.creation;

import dev.cobnut.benchmarks.contender.AnswerWait;
import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.MessageWorker;
import dev.cobnut.benchmarks.jmh.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

@Question(
        value = "What does the life of an actor cost: creation, one message and end?",
        ceiling = "A queue and a thread with the same lifetime.",
        machine = "All actors live at the same time; the benchmark waits for the end of each.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ChurnBenchmark {

    @Param({"cobnut", "linked-queue-virtual", "pekko"})
    String contender;

    @Param({"10", "100"})
    int actors;

    private Contender with;

    @Setup
    public void start() {
        with = Contenders.open(contender);
    }

    @Benchmark
    public void lives() {
        List<CompletableFuture<?>> ended = new ArrayList<>(actors);
        for (MessageWorker<Object> worker : with.<Object>workers(actors, () -> _ -> {})) {
            worker.tell(worker);
            ended.add(worker.stop());
        }
        ended.forEach(AnswerWait::of);
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
