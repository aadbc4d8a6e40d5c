package dev.cobnut.benchmarks.jmh.pattern;

import dev.cobnut.benchmarks.contender.AnswerWait;
import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.MessageWorker;
import dev.cobnut.benchmarks.jmh.Question;
import dev.cobnut.benchmarks.jmh.Work;
import java.util.List;
import java.util.concurrent.CountDownLatch;
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
        value = "On which threads should the work run: virtual, pinned, a fixed pool, stealing?",
        ceiling = "The work divided by the number of cores.",
        machine =
                "The cores are shared by the sender, the workers, the compiler and the collector.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ThreadPoolBenchmark {

    private static final int BATCH = 100;

    @Param({"cobnut", "cobnut-pinned", "virtual-threads", "fixed-pool", "work-stealing"})
    String contender;

    private Contender with;
    private List<MessageWorker<Runnable>> workers;

    @Setup
    public void start() {
        with = Contenders.open(contender);
        workers = with.workers(BATCH, () -> Runnable::run);
    }

    @Benchmark
    public long task() {
        Work.Task task = Work.Task.of(Work.TASK);
        workers.getFirst().tell(task::run);
        return AnswerWait.of(task.done());
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void batch() {
        CountDownLatch batch = new CountDownLatch(BATCH);
        Runnable piece =
                () -> {
                    if (Work.cpu(1) > 0) {
                        batch.countDown();
                    }
                };
        for (MessageWorker<Runnable> worker : workers) {
            worker.tell(piece);
        }
        AnswerWait.of(batch);
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
