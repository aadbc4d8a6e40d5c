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
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

@Question(
        value = "How long does the creation of a number of actors take?",
        ceiling =
                "The creation of the objects, and of the threads for contenders that have a thread per actor.",
        machine = "All actors are in memory at once; stopping them is not measured.",
        target = true,
        targetParam = "actors=10000")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CreationBenchmark {

    @Param({"cobnut", "linked-queue-virtual", "pekko"})
    String contender;

    @Param({"100", "1000", "10000"})
    int actors;

    private Contender with;
    private List<MessageWorker<Object>> workers = List.of();

    @Setup
    public void start() {
        with = Contenders.open(contender);
    }

    @Benchmark
    public List<MessageWorker<Object>> create() {
        workers = with.workers(actors, () -> _ -> {});
        return workers;
    }

    @TearDown(Level.Invocation)
    public void stopActors() {
        List<CompletableFuture<?>> stopped = new ArrayList<>(workers.size());
        workers.forEach(worker -> stopped.add(worker.stop()));
        stopped.forEach(AnswerWait::of);
        workers = List.of();
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
