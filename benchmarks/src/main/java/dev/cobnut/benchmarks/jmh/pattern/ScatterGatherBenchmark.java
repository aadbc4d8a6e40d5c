package dev.cobnut.benchmarks.jmh.pattern;

import dev.cobnut.benchmarks.contender.AnswerWait;
import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.Responder;
import dev.cobnut.benchmarks.jmh.Question;
import dev.cobnut.benchmarks.jmh.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
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
                "What does one of ten answers cost when ten workers are asked at once, with about 20 µs of work each?",
        ceiling = "The work divided by the number of cores.",
        machine = "The cores are shared by the asker, the workers, the compiler and the collector.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ScatterGatherBenchmark {

    private static final int ASKED = 10;

    @Param({"cobnut", "virtual-threads", "linked-queue", "pekko"})
    String contender;

    private Contender with;
    private List<Responder<Integer, Long>> responders;

    @Setup
    public void start() {
        with = Contenders.open(contender);
        responders = new ArrayList<>();
        for (int i = 0; i < ASKED; i++) {
            responders.add(with.responder(Work::cpu));
        }
    }

    @Benchmark
    @OperationsPerInvocation(ASKED)
    public long gather() {
        List<CompletionStage<Long>> answers = new ArrayList<>(ASKED);
        for (Responder<Integer, Long> responder : responders) {
            answers.add(responder.send(Work.TASK));
        }
        long sum = 0;
        for (CompletionStage<Long> answer : answers) {
            sum += AnswerWait.of(answer);
        }
        return sum;
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
