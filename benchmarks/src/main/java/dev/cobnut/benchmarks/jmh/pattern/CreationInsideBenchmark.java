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
                "**Unfair on purpose**: what does a task cost when its worker is created for it and then discarded?",
        ceiling = "`SingleTaskBenchmark`, the fair form: the same task by an existing worker.",
        machine =
                "The time is mostly creation, not messages; the benchmark exists because such figures are published.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CreationInsideBenchmark {

    @Param({"cobnut", "virtual-threads", "linked-queue", "pekko"})
    String contender;

    private Contender with;

    @Setup
    public void start() {
        with = Contenders.open(contender);
    }

    @Benchmark
    public long unfairTask() {
        MessageWorker<Work.Task> worker = with.worker(Work.Task::run);
        Work.Task task = Work.Task.of(Work.TASK);
        worker.tell(task);
        long found = AnswerWait.of(task.done());
        AnswerWait.of(worker.stop());
        return found;
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
