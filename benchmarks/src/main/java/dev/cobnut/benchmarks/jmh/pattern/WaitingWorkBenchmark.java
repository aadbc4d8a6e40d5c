package dev.cobnut.benchmarks.jmh.pattern;

import dev.cobnut.benchmarks.contender.AnswerWait;
import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.MessageWorker;
import dev.cobnut.benchmarks.jmh.Question;
import dev.cobnut.benchmarks.jmh.Work;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
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
        value = "How long do a number of handlers take when each waits 10 ms, as for a database?",
        ceiling = "10 ms for any number of handlers, because none of them uses the processor.",
        machine = "The resolution of a timed wait, about 0.06 ms on Linux.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class WaitingWorkBenchmark {

    private static final Duration IO = Duration.ofMillis(10);

    /// Pekko runs with a thread for each actor, as its guide recommends for handlers that block.
    @Param({"cobnut", "virtual-threads", "pekko-pinned"})
    String contender;

    @Param({"1", "100"})
    int waiting;

    private Contender with;
    private List<MessageWorker<CountDownLatch>> workers;

    @Setup
    public void start() {
        with = Contenders.open(contender);
        workers =
                with.workers(
                        waiting,
                        () ->
                                done -> {
                                    Work.io(IO);
                                    done.countDown();
                                });
    }

    @Benchmark
    public void ioBound() {
        CountDownLatch done = new CountDownLatch(waiting);
        for (MessageWorker<CountDownLatch> worker : workers) {
            worker.tell(done);
        }
        AnswerWait.of(done);
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
