package dev.cobnut.benchmarks.jmh.flow;

import dev.cobnut.benchmarks.jmh.Burst;
import dev.cobnut.benchmarks.jmh.Question;
import dev.cobnut.benchmarks.jmh.Work;
import java.util.function.Consumer;

@Question(
        value =
                "How does the throughput grow from 1 to 16 dispatchers when each message is about 1 µs of work?",
        ceiling = "One dispatcher per core; more dispatchers only take turns.",
        machine = "The sender is one thread and shares the cores with the dispatchers.")
public class DispatchersWithWorkBenchmark extends DispatchersBenchmark {

    @Override
    Consumer<Object> handler(Burst<Object> burst) {
        return message -> {
            if (Work.cpu(1) > 0) {
                burst.accept(message);
            }
        };
    }
}
