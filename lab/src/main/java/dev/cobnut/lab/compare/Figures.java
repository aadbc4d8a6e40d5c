package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Row.Basis;
import dev.cobnut.lab.compare.Row.Better;
import dev.cobnut.lab.compare.WindowRuns.RunWindow;
import dev.cobnut.lab.measurement.Window.Latency;
import dev.cobnut.lab.measurement.Window.Service;
import dev.cobnut.lab.measurement.Window.Span;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.Subsystems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The figures of a window that need no stacks, and the totals of its profiles.
///
/// The change of a figure is a fraction of the figure itself. Pauses of the collector are the
/// exception: their change is a fraction of the window, because half of a tiny pause does not
/// matter. Some figures have no verdict. The CPU of the process scatters with the compiler; where a
/// profile can leave the compiler out, only that figure is tested. Polls describe how a variant
/// works. The totals of elapsed time and locks depend on the number of threads; without threads
/// that wait for work they show how long the other threads take.
///
/// The least variance of a time is that of the clock's resolution (`r²/12`). The least variance of
/// a count is the count.
///
/// Latencies of earlier runs are whole milliseconds. All runs of a side may round in the same way,
/// so a difference of up to one step is not tested. The times in the service are those of the spans
/// of the most frequent request; they do not contain the network and the wait for a connection. A
/// lag without buckets is a percentile that decays slowly and contains the warm-up, so it is not
/// tested.
public final class Figures {

    public static final String PROCESS_CPU = "CPU of the process";
    public static final String OUR_CPU = "CPU without compiler, collector and profiler";
    public static final String SAMPLED_CPU = "CPU, sampled";
    public static final String ALLOCATED = "allocated";
    public static final String SAMPLED_ALLOCATION = "allocated, sampled";
    public static final String WALL = "elapsed time of threads";
    public static final String LOCK = "waiting for locks";
    public static final String BUSY_WALL = "elapsed time of threads with work";
    public static final String BUSY_LOCK = "waiting for locks, with work";
    public static final String GC = "pauses of the collector";
    public static final String THROUGHPUT = "answered";
    public static final String DELIVERED = "delivered";
    public static final String P50 = "latency p50";
    public static final String P90 = "latency p90";
    public static final String P99 = "latency p99";
    public static final String SERVED_P50 = "time in the service, p50";
    public static final String SERVED_P99 = "time in the service, p99";
    public static final String VIEW_LAG = "lag of the views, p99";
    public static final String POLLS = "polls of the outbox";
    public static final String EMPTY_POLLS = "polls that brought nothing";

    /// The figures that are tested before all other rows; see [Correction].
    private static final Set<String> FIRST =
            Set.of(OUR_CPU, PROCESS_CPU, ALLOCATED, P50, P99, VIEW_LAG);

    private static final List<String> IDLE = List.of(Subsystems.WAITING_FOR_WORK);

    private static final double CPU_CLOCK_NS = 1e7;
    private static final double SPAN_CLOCK_MS = 1e-3;

    static final String WITH_WARM_UP = "contains the warm-up";

    /// The note of a row that no run has a value of.
    public static final String NOT_MEASURED = "not measured";

    private final WindowRuns arms;
    private final double practical;
    private final List<Row> rows = new ArrayList<>();

    private Figures(WindowRuns arms, double practical) {
        this.arms = arms;
        this.practical = practical;
    }

    static RowFamily of(WindowRuns arms, Map<ProfileEvent, EventTables> events, double practical) {
        Figures figures = new Figures(arms, practical);
        figures.costs(events);
        figures.service();
        figures.latencies();
        return new RowFamily("figures", figures.rows);
    }

    static boolean isFirst(Row row) {
        return FIRST.contains(row.name());
    }

    /// The name of the row that holds the total of an event.
    public static String total(ProfileEvent event) {
        return switch (event) {
            case CPU -> SAMPLED_CPU;
            case ALLOC -> SAMPLED_ALLOCATION;
            case WALL -> WALL;
            case LOCK -> LOCK;
        };
    }

    private void costs(Map<ProfileEvent, EventTables> events) {
        Rows.Quantity process =
                arms.row(
                        PROCESS_CPU,
                        Unit.NANOS_PER_OPERATION,
                        Better.LOWER,
                        m -> m.window().service().cpuSeconds() * 1e9 / m.operations(arms.per()),
                        m -> resolution(CPU_CLOCK_NS / m.operations(arms.per())));
        if (events.containsKey(ProfileEvent.CPU)) {
            describe(process);
        } else {
            test(process);
        }
        events.forEach((event, tables) -> {
            switch (event) {
                case CPU -> {
                    test(tables.totalWithout(EventTables.NOT_OURS, OUR_CPU));
                    describe(tables.total(SAMPLED_CPU));
                }
                case ALLOC -> {
                    test(allocated(tables));
                    describe(tables.total(SAMPLED_ALLOCATION));
                }
                case WALL -> {
                    describe(tables.totalWithout(IDLE, BUSY_WALL));
                    describe(tables.total(WALL));
                }
                case LOCK -> {
                    describe(tables.totalWithout(IDLE, BUSY_LOCK));
                    describe(tables.total(LOCK));
                }
            }
        });
        rows.add(
                Rows.tested(
                        arms.row(
                                GC,
                                Unit.FRACTION,
                                Better.LOWER,
                                m -> m.window().service().gcSeconds() / m.window().seconds(),
                                Figures::gcVariance),
                        Basis.WINDOW,
                        1,
                        practical));
    }

    /// The JVM's own count where every run has it. Samples scatter by 1 to 3 % in addition, more
    /// than the runs do.
    private Rows.Quantity allocated(EventTables tables) {
        Rows.Quantity counted =
                arms.row(
                        ALLOCATED,
                        Unit.BYTES_PER_OPERATION,
                        Better.LOWER,
                        this::allocatedPerOperation,
                        _ -> 0.0);
        return counted.isComplete() ? counted : tables.total(ALLOCATED);
    }

    private @Nullable Double allocatedPerOperation(RunWindow measured) {
        Long bytes = measured.window().service().allocatedBytes();
        return bytes == null ? null : Double.valueOf(bytes / measured.operations(arms.per()));
    }

    private void service() {
        test(rate(THROUGHPUT, Better.HIGHER, m -> (double) m.window().load().succeeded()));
        if (arms.all().stream().allMatch(m -> m.window().service().delivered() == 0)) {
            return;
        }
        test(rate(DELIVERED, Better.HIGHER, m -> (double) m.window().service().delivered()));
        describe(rate(POLLS, Better.NEITHER, m -> (double) m.window().service().polls()));
        describe(
                rate(EMPTY_POLLS, Better.NEITHER, m -> (double) m.window().service().emptyPolls()));
    }

    private void latencies() {
        latency(P50, Latency::p50);
        latency(P90, Latency::p90);
        latency(P99, Latency::p99);
        SpanTable.mostFrequentRequest(arms)
                .ifPresent(tag -> {
                    test(served(SERVED_P50, tag, Span::p50Ms));
                    test(served(SERVED_P99, tag, Span::p99Ms));
                });
        lag();
    }

    private void latency(String name, Function<Latency, Double> percentile) {
        double resolution =
                arms.all().stream()
                        .map(m -> m.window().load().latencyMs())
                        .filter(Objects::nonNull)
                        .mapToDouble(Latency::resolutionMs)
                        .max()
                        .orElse(0);
        Rows.Quantity measured = millis(name, resolution, m -> latency(m, percentile));
        if (resolution == 0) {
            rows.add(Rows.described(measured, Basis.ITSELF, 0, practical).with(NOT_MEASURED));
            return;
        }
        if (resolution < 1) {
            test(measured);
            return;
        }
        Double a = measured.a().mean();
        Double b = measured.b().mean();
        boolean decides = a != null && b != null && Math.abs(b - a) > resolution;
        rows.add(
                (decides
                                ? Rows.tested(measured, Basis.ITSELF, 0, practical)
                                : Rows.described(measured, Basis.ITSELF, 0, practical))
                        .with("resolution 1 ms"));
    }

    private static @Nullable Double latency(RunWindow of, Function<Latency, Double> percentile) {
        Latency measured = of.window().load().latencyMs();
        return measured == null ? null : percentile.apply(measured);
    }

    private Rows.Quantity served(String name, String tag, Function<Span, Double> percentile) {
        return millis(name, SPAN_CLOCK_MS, m -> SpanTable.percentile(m, tag, percentile));
    }

    private void lag() {
        Rows.Quantity lag =
                millis(VIEW_LAG, SPAN_CLOCK_MS, m -> m.window().service().viewLagP99Ms());
        if (lag.a().mean() == null && lag.b().mean() == null) {
            return;
        }
        if (arms.all().stream().allMatch(m -> m.window().service().viewLag() != null)) {
            test(lag);
        } else {
            rows.add(Rows.described(lag, Basis.ITSELF, 0, practical).with(WITH_WARM_UP));
        }
    }

    private Rows.Quantity millis(
            String name, double clockMs, Function<RunWindow, @Nullable Double> value) {
        return arms.row(name, Unit.MILLIS, Better.LOWER, value, _ -> resolution(clockMs));
    }

    /// A rate. Its resolution is one operation per window, because an operation at an end of the
    /// window may fall inside or outside.
    private Rows.Quantity rate(String name, Better better, Function<RunWindow, Double> count) {
        return arms.row(
                name,
                Unit.PER_SECOND,
                better,
                m -> count.apply(m) / m.window().seconds(),
                m -> resolution(1 / m.window().seconds()));
    }

    private void test(Rows.Quantity measured) {
        rows.add(Rows.tested(measured, Basis.ITSELF, 0, practical));
    }

    private void describe(Rows.Quantity measured) {
        rows.add(Rows.described(measured, Basis.ITSELF, 0, practical));
    }

    private static double gcVariance(RunWindow measured) {
        Service service = measured.window().service();
        if (service.gcCount() == 0) {
            return 0;
        }
        double pause = service.gcSeconds() / service.gcCount();
        double seconds = measured.window().seconds();
        return pause * pause * service.gcCount() / (seconds * seconds);
    }

    private static double resolution(double step) {
        return step * step / 12;
    }
}
