package dev.cobnut.benchmarks.jmh.flow;

import dev.cobnut.benchmarks.jmh.BusyProcessors;
import dev.cobnut.benchmarks.jmh.Question;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

@Question(
        value = "How long does an ask take when another thread computes on every processor?",
        ceiling = "Two hand-overs between threads and nothing else.",
        machine = "The system's scheduler, which decides when a woken thread gets a processor.",
        target = true,
        cpu = true)
public class AskWhenBusyBenchmark extends AskBenchmark {

    private BusyProcessors busy;

    @Setup
    public void occupy() {
        busy = new BusyProcessors();
    }

    @TearDown
    public void release() {
        busy.close();
    }
}
