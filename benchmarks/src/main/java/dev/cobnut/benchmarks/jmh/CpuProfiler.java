package dev.cobnut.benchmarks.jmh;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/// Processor time of the process per operation, without that of [BusyProcessors]. It includes the
/// compiler and the collector.
public final class CpuProfiler implements InternalProfiler {

    /// The name of the metric in JMH's results.
    public static final String METRIC = "cpu";

    private long before;

    @Override
    public String getDescription() {
        return "Processor time per operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = cpuNanos();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double operations = result.getMetadata().getAllOps();
        return List.of(
                new ScalarResult(
                        METRIC,
                        (cpuNanos() - before) / operations,
                        "ns/op",
                        AggregationPolicy.AVG));
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
                - BusyProcessors.cpuNanos();
    }
}
