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
                "Does the kind of mailbox matter when the handler computes 20 µs, waits 10 ms, or computes and waits 5 ms each?",
        ceiling = "The work itself; a mailbox costs tens of nanoseconds.",
        machine = "Two hand-overs per request; a timed wait ends about 0.06 ms late on Linux.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class MailboxWorkloadBenchmark {

    @Param({"cobnut", "cobnut-array", "cobnut-linked", "cobnut-unbounded"})
    String contender;

    @Param({"computes", "waits", "both"})
    String workload;

    private Contender with;
    private Responder<Integer, Long> responder;

    @Setup
    public void start() {
        with = Contenders.open(contender);
        int rounds =
                switch (workload) {
                    case "computes" -> Work.TASK;
                    case "waits" -> 0;
                    default -> MixedWorkBenchmark.FIVE_MILLIS_OF_CPU;
                };
        Duration waits =
                switch (workload) {
                    case "computes" -> Duration.ZERO;
                    case "waits" -> Duration.ofMillis(10);
                    default -> Duration.ofMillis(5);
                };
        responder =
                with.responder(asked -> {
                    Work.io(waits);
                    return asked + Work.cpu(rounds);
                });
    }

    @Benchmark
    public long request() {
        return responder.ask(1);
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
