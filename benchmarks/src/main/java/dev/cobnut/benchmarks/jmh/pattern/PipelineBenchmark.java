package dev.cobnut.benchmarks.jmh.pattern;

import dev.cobnut.benchmarks.contender.AnswerWait;
import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.MessageWorker;
import dev.cobnut.benchmarks.jmh.Question;
import dev.cobnut.benchmarks.jmh.Work;
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
        value = "How long does a pipeline of four workers take, with about 5 µs of work each?",
        ceiling = "The work of all four on the caller's own thread, row `caller`.",
        machine = "Five hand-overs; each wakes a thread unless the receiver is still awake.",
        target = true)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PipelineBenchmark {

    private static final int STAGES = 4;

    @Param({"cobnut", "virtual-threads", "linked-queue", "pekko", "caller"})
    String contender;

    private Contender with;
    private MessageWorker<Work.Task> first;

    @Setup
    public void start() {
        with = Contenders.open(contender);
        MessageWorker<Work.Task> next = with.worker(Work.Task::run);
        for (int stage = 1; stage < STAGES; stage++) {
            MessageWorker<Work.Task> behind = next;
            next =
                    with.worker(task -> {
                        if (Work.cpu(task.rounds()) > 0) {
                            behind.tell(task);
                        }
                    });
        }
        first = next;
    }

    @Benchmark
    public long pipeline() {
        Work.Task task = Work.Task.of(Work.TASK / STAGES);
        first.tell(task);
        return AnswerWait.of(task.done());
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
