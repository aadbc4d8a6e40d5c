package dev.cobnut.benchmarks.jmh.flow;

import dev.cobnut.benchmarks.contender.Contender;
import dev.cobnut.benchmarks.contender.Contenders;
import dev.cobnut.benchmarks.contender.MessageWorker;
import dev.cobnut.benchmarks.jmh.Burst;
import dev.cobnut.benchmarks.jmh.Question;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
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
        value = "What does a job cost when a factory gives it to a free worker?",
        ceiling =
                "Three messages: the job to the factory, the job to the worker, and the report that the worker is free.",
        machine = "The factory is one actor; the factory and the workers share the cores.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FactoryBenchmark {

    private static final int JOBS = 500;

    @Param({"cobnut", "linked-queue-virtual", "pekko"})
    String contender;

    @Param({"10", "100"})
    int workers;

    private Contender with;
    private Factory factory;

    private sealed interface Message {
        record Job() implements Message {}

        record Free(int worker) implements Message {}
    }

    /// Only the handler of its own worker touches its state.
    private static final class Factory {

        private final Queue<Message.Job> waiting = new ArrayDeque<>();
        private final Queue<Message.Free> free = new ArrayDeque<>();
        private final List<MessageWorker<Message.Job>> workers = new ArrayList<>();
        private final Burst<Message.Free> burst = new Burst<>();
        private final MessageWorker<Message> door;

        Factory(Contender with, int count) {
            door = with.worker(this::handle);
            for (int i = 0; i < count; i++) {
                Message.Free isFree = new Message.Free(i);
                free.add(isFree);
                workers.add(with.worker(_ -> door().tell(isFree)));
            }
        }

        MessageWorker<Message> door() {
            return door;
        }

        private void handle(Message message) {
            switch (message) {
                case Message.Job job -> waiting.add(job);
                case Message.Free isFree -> {
                    free.add(isFree);
                    burst.accept(isFree);
                }
            }
            while (!waiting.isEmpty() && !free.isEmpty()) {
                workers.get(free.remove().worker()).tell(waiting.remove());
            }
        }
    }

    @Setup
    public void start() {
        with = Contenders.open(contender);
        factory = new Factory(with, workers);
    }

    @Benchmark
    @OperationsPerInvocation(JOBS)
    public void dispatched() {
        factory.burst.expect(JOBS);
        for (int i = 0; i < JOBS; i++) {
            factory.door.tell(new Message.Job());
        }
        factory.burst.await();
    }

    @TearDown
    public void stop() {
        with.close();
    }
}
