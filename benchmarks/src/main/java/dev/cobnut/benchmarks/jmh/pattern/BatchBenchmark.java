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
        value =
                "What does one of a hundred messages cost when a hundred workers get one each, with about 1 µs of work?",
        ceiling = "The work divided by the number of cores.",
        machine =
                "The cores are shared by the sender, the workers, the compiler and the collector.",
        target = true)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class BatchBenchmark {

    private static final int WORKERS = 100;

    @Param({"cobnut", "virtual-threads", "linked-queue-virtual", "pekko"})
    String contender;

    private Contender with;
    private List<MessageWorker<Piece>> workers;

    /// One piece of a batch.
    record Piece(CountDownLatch batch) {

        void run() {
            if (Work.cpu(1) > 0) {
                batch.countDown();
            }
        }
    }

    @Setup
    public void start() {
        with = Contenders.open(contender);
        workers = with.workers(WORKERS, () -> Piece::run);
    }

    @Benchmark
    @OperationsPerInvocation(WORKERS)
    public void batch() {
        CountDownLatch batch = new CountDownLatch(WORKERS);
        Piece piece = new Piece(batch);
        for (MessageWorker<Piece> worker : workers) {
            worker.tell(piece);
        }
        AnswerWait.of(batch);
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
