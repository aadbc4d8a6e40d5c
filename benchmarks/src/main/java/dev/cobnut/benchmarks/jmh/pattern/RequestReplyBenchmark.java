package dev.cobnut.benchmarks.jmh.pattern;

import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.Responder;
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
                "What does a request cost, with about 20 µs of work, when the caller waits for the answer?",
        ceiling = "The work on the caller's own thread, row `caller`.",
        machine = "One hand-over there and one back: two wake-ups of a thread by the system.",
        target = true)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class RequestReplyBenchmark {

    @Param({"cobnut", "virtual-threads", "linked-queue", "pekko", "caller"})
    String contender;

    private Contender with;
    private Responder<Integer, Long> responder;

    @Setup
    public void start() {
        with = Contenders.open(contender);
        responder = with.responder(Work::cpu);
    }

    @Benchmark
    public long answer() {
        return responder.ask(Work.TASK);
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
