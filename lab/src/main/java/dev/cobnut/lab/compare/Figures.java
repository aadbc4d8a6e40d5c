package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Row.Basis;
import dev.cobnut.lab.compare.Row.Better;
import dev.cobnut.lab.compare.WindowRuns.RunWindow;
import dev.cobnut.lab.measurement.Window.Latency;
import dev.cobnut.lab.measurement.Window.Service;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.Subsystems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The figures of a window that need no stacks, and the totals of its profiles.
///
/// The change of a figure is a fraction of the figure itself. Pauses of the collector are the
/// exception: their change is a fraction of the window, because half of a tiny pause does not
/// matter. Some figures have no verdict. Polls describe how a variant works. The totals of elapsed
/// time and locks depend on the number of threads; without threads that wait for work they show how
/// long the other threads take.
///
/// The least variance of a time is that of the clock's resolution (`r²/12`). The least variance of
/// a count is the count.
public final class Figures {

    public static final String PROCESS_CPU = "CPU of the process";
    public static final String OUR_CPU = "CPU without compiler, collector and profiler";
    public static final String SAMPLED_CPU = "CPU, sampled";
    public static final String ALLOCATED = "allocated";
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
    public static final String VIEW_LAG = "lag of the views, p99";
    public static final String POLLS = "polls of the outbox";
    public static final String EMPTY_POLLS = "polls that brought nothing";

    private static final List<String> IDLE = List.of(Subsystems.WAITING_FOR_WORK);

    private static final double CPU_CLOCK_NS = 1e7;
    private static final double LATENCY_CLOCK_MS = 1;

    private final WindowRuns arms;
    private final double practical;
    private final List<Row> rows = new ArrayList<>();

    private Figures(WindowRuns arms, double practical) {
        this.arms = arms;
        this.practical = practical;
    }

    static Table of(WindowRuns arms, Map<ProfileEvent, EventTables> events, double practical) {
        Figures figures = new Figures(arms, practical);
        figures.costs(events);
        figures.service();
        figures.latencies();
        return new Table("figures", true, figures.rows);
    }

    /// The name of the row that holds the total of an event.
    public static String total(ProfileEvent event) {
        return switch (event) {
            case CPU -> SAMPLED_CPU;
            case ALLOC -> ALLOCATED;
            case WALL -> WALL;
            case LOCK -> LOCK;
        };
    }

    private void costs(Map<ProfileEvent, EventTables> events) {
        test(
                arms.row(
                        PROCESS_CPU,
                        Unit.NANOS_PER_OPERATION,
                        Better.LOWER,
                        m -> m.window().service().cpuSeconds() * 1e9 / m.operations(arms.per()),
                        m -> resolution(CPU_CLOCK_NS / m.operations(arms.per()))));
        events.forEach((event, tables) -> {
            switch (event) {
                case CPU -> {
                    test(tables.totalWithout(EventTables.NOT_OURS, OUR_CPU));
                    describe(tables.total(SAMPLED_CPU));
                }
                case ALLOC -> test(tables.total(ALLOCATED));
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

    private void service() {
        test(rate(THROUGHPUT, Better.HIGHER, m -> (double) m.window().load().succeeded()));
        test(rate(DELIVERED, Better.HIGHER, m -> (double) m.window().service().delivered()));
        describe(rate(POLLS, Better.NEITHER, m -> (double) m.window().service().polls()));
        describe(
                rate(EMPTY_POLLS, Better.NEITHER, m -> (double) m.window().service().emptyPolls()));
    }

    private void latencies() {
        latency(P50, Latency::p50);
        latency(P90, Latency::p90);
        latency(P99, Latency::p99);
        Rows.Quantity lag = millis(VIEW_LAG, m -> m.window().service().viewLagP99Ms());
        if (lag.a().mean() != null || lag.b().mean() != null) {
            test(lag);
        }
    }

    private void latency(String name, Function<Latency, Double> percentile) {
        test(millis(name, m -> percentile.apply(m.window().load().latencyMs())));
    }

    private Rows.Quantity millis(String name, Function<RunWindow, @Nullable Double> value) {
        return arms.row(name, Unit.MILLIS, Better.LOWER, value, _ -> resolution(LATENCY_CLOCK_MS));
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
