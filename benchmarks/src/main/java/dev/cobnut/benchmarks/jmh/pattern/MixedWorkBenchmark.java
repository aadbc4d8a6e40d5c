package dev.cobnut.benchmarks.jmh.pattern;

import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.Responder;
import dev.cobnut.benchmarks.jmh.Question;
import dev.cobnut.benchmarks.jmh.Work;
import java.time.Duration;
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
                "How much does the hand-over add to a request of about 5 ms of work and 5 ms of waiting?",
        ceiling = "The same on the caller's own thread, row `caller`.",
        machine = "Two hand-overs are small against 10 ms; differences below 1 % are noise.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class MixedWorkBenchmark {

    static final int FIVE_MILLIS_OF_CPU = 3_700;
    private static final Duration FIVE_MILLIS = Duration.ofMillis(5);

    @Param({"cobnut", "virtual-threads", "pekko", "caller"})
    String contender;

    private Contender with;
    private Responder<Integer, Long> responder;

    @Setup
    public void start() {
        with = Contenders.open(contender);
        responder =
                with.responder(rounds -> {
                    long found = Work.cpu(rounds);
                    Work.io(FIVE_MILLIS);
                    return found;
                });
    }

    @Benchmark
    public long request() {
        return responder.ask(FIVE_MILLIS_OF_CPU);
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
