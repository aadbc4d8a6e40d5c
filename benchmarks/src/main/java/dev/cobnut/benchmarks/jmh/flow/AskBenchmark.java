package dev.cobnut.benchmarks.jmh.flow;

import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.Responder;
import dev.cobnut.benchmarks.jmh.Question;
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
                "How long does an ask take when the handler answers at once and a processor is free?",
        ceiling = "Two hand-overs between threads and nothing else.",
        machine =
                "Two wake-ups of a thread by the system, which are most of it; ours spins instead, which is processor time.",
        target = true,
        cpu = true)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AskBenchmark {

    @Param({"cobnut", "virtual-threads", "linked-queue", "pekko"})
    String contender;

    private final Object question = new Object();

    private Contender with;
    private Responder<Object, Object> responder;

    @Setup
    public void start() {
        with = Contenders.open(contender);
        responder = with.responder(asked -> asked);
    }

    @Benchmark
    public Object roundTrip() {
        return responder.ask(question);
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
