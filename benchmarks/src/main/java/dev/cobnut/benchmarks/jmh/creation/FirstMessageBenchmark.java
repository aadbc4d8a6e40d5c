package dev.cobnut.benchmarks.jmh.creation;

import dev.cobnut.benchmarks.contender.AnswerWait;
import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.MessageWorker;
import dev.cobnut.benchmarks.jmh.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
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
        value =
                "How long does it take until each of a number of existing actors has processed its first message?",
        ceiling =
                "The time of any other message, if an idle actor is no different from a busy one.",
        machine = "The first message of an actor finds cold memory.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FirstMessageBenchmark {

    @Param({"cobnut", "linked-queue-virtual", "pekko"})
    String contender;

    @Param({"100", "500", "1000"})
    int actors;

    private Contender with;
    private List<MessageWorker<CountDownLatch>> workers = List.of();

    @Setup
    public void start() {
        with = Contenders.open(contender);
    }

    @Setup(Level.Invocation)
    public void create() {
        workers = with.workers(actors, () -> CountDownLatch::countDown);
    }

    @Benchmark
    public void firstMessage() {
        CountDownLatch processed = new CountDownLatch(actors);
        for (MessageWorker<CountDownLatch> worker : workers) {
            worker.tell(processed);
        }
        AnswerWait.of(processed);
    }

    @TearDown(Level.Invocation)
    public void stopActors() {
        List<CompletableFuture<?>> stopped = new ArrayList<>(actors);
        workers.forEach(worker -> stopped.add(worker.stop()));
        stopped.forEach(AnswerWait::of);
        workers = List.of();
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
