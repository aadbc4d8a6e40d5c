package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.compare.Row.Basis;
import dev.cobnut.lab.compare.Row.Better;
import dev.cobnut.lab.compare.Row.Side;
import dev.cobnut.lab.compare.Tallies.Tally;
import dev.cobnut.lab.compare.WindowRuns.RunWindow;
import dev.cobnut.lab.measurement.Window.Profile;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import dev.cobnut.lab.stacks.Subsystems;
import dev.cobnut.lab.statistics.Places;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.jspecify.annotations.Nullable;

/// The tables of one event in one window.
///
/// **Which rows are tested.** A row is not tested when both sides together cost less than the
/// smallest change that matters: such a row cannot have a change that matters. It is only shown.
/// The sum of both sides does not depend on their difference, so this choice does not bias the
/// tests (Bourgon, Gentleman, Huber 2010). It also keeps the number of rows in the correction
/// small. A frame that only one variant has is not among the frames, because a renamed class would
/// be both a regression and an improvement. The cost of all such frames is tested in one row, their
/// net ([OneSided]).
///
/// **Sampling error** is binomial: for a share `s` of `n` samples it is `1.96·√(s(1−s)/n)`.
final class EventTables {

    /// A longer table is not useful to a reader.
    private static final int FRAMES_MAX = 25;

    private static final int LEAVES_MAX = 10;

    /// Follows the name of a subsystem whose stacks count only where it is the nearest to the leaf.
    /// One name has one figure: the name alone is that of all stacks that pass through it.
    static final String ITSELF = " itself";

    /// The name of the only row of the net table.
    static final String NET = "only in B, less only in A";

    private static final double TWO_SIDED_95 = 1.959964;

    /// Subsystems of the JVM and the profiler, which are not the service's own work.
    static final List<String> NOT_OURS = Subsystems.NOT_OURS;

    private final ProfiledWindow profile;
    private final OneSided oneSided;
    private final WindowRuns arms;
    private final int[] a;
    private final int[] b;
    private final String hotspot;
    private final double part;
    private final Places places;
    private final double wholeA;
    private final double wholeB;

    EventTables(
            StackTable table, WindowRuns arms, Subsystems subsystems, String hotspot, double part) {
        this.arms = arms;
        this.hotspot = hotspot;
        this.part = part;
        a = columns(table, arms.a());
        b = columns(table, arms.b());
        places = arms.places();
        profile = new ProfiledWindow(table, subsystems, hotspot);
        oneSided =
                new OneSided(
                        table, a, b, operations(), stack -> !profile.isIdle(subsystems, stack));
        wholeA = mean(profile.total, a, arms.a());
        wholeB = mean(profile.total, b, arms.b());
    }

    /// True when all runs of the window recorded this event.
    static boolean isProfiled(StackTable table, WindowRuns arms) {
        return arms.all().stream()
                .allMatch(m ->
                        table.runs().contains(m.run().id()) && profile(m, table.event()) != null);
    }

    static @Nullable Profile profile(RunWindow measured, ProfileEvent event) {
        return measured.window().profiles().stream()
                .filter(p -> p.event() == event)
                .findFirst()
                .orElse(null);
    }

    /// The total of the event, not yet tested.
    Rows.Quantity total(String name) {
        return measured(name, profile.total);
    }

    /// The total of the event without some subsystems.
    Rows.Quantity totalWithout(List<String> left, String name) {
        Tally ours = new Tally(profile.total.samples.length);
        for (String subsystem : profile.exclusive.names()) {
            if (!left.contains(subsystem)) {
                ours.add(profile.exclusive.of(subsystem));
            }
        }
        return measured(name, ours);
    }

    EventComparison compare(Row total) {
        Profile first = Objects.requireNonNull(profile(arms.a().getFirst(), profile.event()));
        return new EventComparison(
                profile.event(),
                first.engine(),
                first.interval(),
                List.of(sum(profile.total.samples, a), sum(profile.total.samples, b)),
                coverages(),
                total,
                table("exclusive", profile.exclusive, seen(profile.exclusive), ITSELF),
                table("inclusive", profile.inclusive, seen(profile.inclusive), ""),
                profile.within(),
                table("frames", profile.self, shared(), ""),
                described("appeared", oneSided.entries, top(oneSided.entries), ""),
                net(),
                described(
                        "leaves",
                        profile.hotspotLeaves,
                        profile.hotspotLeaves.names(largest()).stream().limit(LEAVES_MAX).toList(),
                        " in " + hotspot));
    }

    private List<@Nullable Double> coverages() {
        return List.<List<RunWindow>>of(arms.a(), arms.b()).stream()
                .<@Nullable Double>map(this::coverage)
                .toList();
    }

    private @Nullable Double coverage(List<RunWindow> arm) {
        double[] known =
                arm.stream()
                        .map(m -> profile(m, profile.event()))
                        .filter(Objects::nonNull)
                        .map(Profile::coverage)
                        .filter(Objects::nonNull)
                        .mapToDouble(Double::doubleValue)
                        .toArray();
        return known.length == 0 ? null : Rounding.round(Mean.of(known).getAsDouble());
    }

    /// The names with samples, and always the hotspot: a hotspot without samples is worth a row.
    private List<String> seen(Tallies tallies) {
        return tallies.names(largest()).stream()
                .filter(name ->
                        name.equals(hotspot)
                                || sum(tallies.of(name).samples, a) > 0
                                || sum(tallies.of(name).samples, b) > 0)
                .toList();
    }

    /// The largest rows that could have a change that matters.
    private List<String> top(Tallies tallies) {
        return tallies.names(largest()).stream()
                .filter(name -> couldMatter(tallies.of(name)))
                .limit(FRAMES_MAX)
                .toList();
    }

    /// The frames of both variants. One that only one variant has is a row of the appeared code.
    private List<String> shared() {
        return top(profile.self).stream().filter(name -> !oneSided.isOneSided(name)).toList();
    }

    /// @param suffix of the names in this table
    private RowFamily table(String id, Tallies tallies, List<String> names, String suffix) {
        return new RowFamily(
                profile.event().id() + "-" + id,
                names.stream().map(name -> row(name + suffix, tallies.of(name))).toList());
    }

    private RowFamily described(String id, Tallies tallies, List<String> names, String suffix) {
        return new RowFamily(
                profile.event().id() + "-" + id,
                names.stream()
                        .map(name -> described(measured(name + suffix, tallies.of(name))))
                        .toList());
    }

    /// The table of the net. `chance` is a least variance of the difference of the two means; each
    /// run gets the least variance that leads to it.
    private RowFamily net() {
        Rows.Quantity net = measured(NET, oneSided.net);
        Rows.Quantity atLeast =
                new Rows.Quantity(
                        net.name(),
                        net.unit(),
                        net.better(),
                        net.a(),
                        net.b(),
                        Math.max(net.leastA(), oneSided.chance * a.length / 2),
                        Math.max(net.leastB(), oneSided.chance * b.length / 2),
                        net.places());
        return new RowFamily(
                profile.event().id() + "-net",
                List.of(couldMatter(oneSided.net) ? tested(atLeast) : described(atLeast)));
    }

    private Row row(String name, Tally tally) {
        Rows.Quantity measured = measured(name, tally);
        return couldMatter(tally) ? tested(measured) : described(measured);
    }

    private Row tested(Rows.Quantity measured) {
        return Rows.tested(measured, Basis.TOTAL, wholeA, part);
    }

    private Row described(Rows.Quantity measured) {
        return Rows.described(measured, Basis.TOTAL, wholeA, part);
    }

    private boolean couldMatter(Tally tally) {
        return mean(tally, a, arms.a()) + mean(tally, b, arms.b()) >= part * wholeA;
    }

    /// Orders names by cost per operation, both sides together.
    private Comparator<Tally> largest() {
        return Comparator.comparingDouble(t -> mean(t, a, arms.a()) + mean(t, b, arms.b()));
    }

    private Rows.Quantity measured(String name, Tally tally) {
        long samples = sum(tally.samples, a) + sum(tally.samples, b);
        long values = sum(tally.values, a) + sum(tally.values, b);
        double perSample = samples == 0 ? 0 : (double) values / samples;
        double operations = operations(arms.a()) + operations(arms.b());
        double rate = samples / operations;
        return new Rows.Quantity(
                name,
                profile.event() == ProfileEvent.ALLOC
                        ? Unit.BYTES_PER_OPERATION
                        : Unit.NANOS_PER_OPERATION,
                Better.LOWER,
                side(tally, a, arms.a(), wholeA),
                side(tally, b, arms.b(), wholeB),
                poisson(rate, perSample, arms.a()),
                poisson(rate, perSample, arms.b()),
                places);
    }

    /// The variance of a run's value when its samples are a Poisson count at this rate, averaged
    /// over the runs.
    private double poisson(double rate, double perSample, List<RunWindow> arm) {
        return arm.stream()
                .mapToDouble(m -> perSample * perSample * rate / m.operations(arms.per()))
                .average()
                .orElse(0);
    }

    private Side side(Tally tally, int[] columns, List<RunWindow> arm, double whole) {
        long all = sum(profile.total.samples, columns);
        double share = whole > 0 ? mean(tally, columns, arm) / whole : 0;
        double least = Math.min(1, share);
        double error = all == 0 ? 1 : TWO_SIDED_95 * Math.sqrt(least * (1 - least) / all);
        double perSecond =
                IntStream.range(0, columns.length)
                        .mapToDouble(i -> tally.values[columns[i]] / arm.get(i).window().seconds())
                        .average()
                        .orElse(0);
        List<@Nullable Double> values =
                IntStream.range(0, columns.length)
                        .<@Nullable Double>mapToObj(
                                i -> perOperation(tally, columns[i], arm.get(i)))
                        .toList();
        return Rows.side(values, share, perSecond, sum(tally.samples, columns), error);
    }

    private double mean(Tally tally, int[] columns, List<RunWindow> arm) {
        return IntStream.range(0, columns.length)
                .mapToDouble(i -> perOperation(tally, columns[i], arm.get(i)))
                .average()
                .orElse(0);
    }

    private double perOperation(Tally tally, int column, RunWindow measured) {
        return tally.values[column] / measured.operations(arms.per());
    }

    /// The operations by column; 1 for a run of neither variant.
    private double[] operations() {
        double[] operations = new double[profile.total.samples.length];
        Arrays.fill(operations, 1);
        for (int i = 0; i < a.length; i++) {
            operations[a[i]] = arms.a().get(i).operations(arms.per());
        }
        for (int i = 0; i < b.length; i++) {
            operations[b[i]] = arms.b().get(i).operations(arms.per());
        }
        return operations;
    }

    private double operations(List<RunWindow> arm) {
        return arm.stream().mapToDouble(m -> m.operations(arms.per())).sum();
    }

    private static int[] columns(StackTable table, List<RunWindow> arm) {
        return arm.stream().mapToInt(m -> table.runs().indexOf(m.run().id())).toArray();
    }

    private static long sum(long[] values, int[] columns) {
        return Arrays.stream(columns).mapToLong(c -> values[c]).sum();
    }
}
