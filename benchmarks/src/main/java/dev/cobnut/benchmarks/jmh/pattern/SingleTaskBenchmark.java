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
        value =
                "What does a task of about 20 µs cost when another thread does it and reports the end?",
        ceiling = "The task on the caller's own thread, row `caller`.",
        machine = "One hand-over there and one back: two wake-ups of a thread by the system.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SingleTaskBenchmark {

    @Param({"cobnut", "virtual-threads", "linked-queue", "pekko", "caller"})
    String contender;

    private Contender with;
    private MessageWorker<Work.Task> worker;

    @Setup
    public void start() {
        with = Contenders.open(contender);
        worker = with.worker(Work.Task::run);
    }

    @Benchmark
    public long task() {
        Work.Task task = Work.Task.of(Work.TASK);
        worker.tell(task);
        return AnswerWait.of(task.done());
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
