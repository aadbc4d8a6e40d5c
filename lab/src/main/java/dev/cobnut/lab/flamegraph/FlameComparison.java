package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.Subsystems;
import dev.cobnut.lab.statistics.Places;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The content of the pictures and the page of one window and event: two sides, or [one][#single].
///
/// @param title headline
/// @param subtitle a line below it: what is compared, at which load
/// @param after without runs when there is one side only
/// @param badge the strongest verdict; null when there is one side only
/// @param subsystems the patterns by which frames are marked
/// @param callouts what the pictures point at, strongest first; at most [#CALLOUTS_MAX] are shown
/// @param per what a cost is divided by, in the singular: `request`, `delivered event`
/// @param facts for the footer: event, engine, interval, samples, runs
public record FlameComparison(
        String title,
        String subtitle,
        FlameSide before,
        FlameSide after,
        @Nullable Badge badge,
        Subsystems subsystems,
        List<Callout> callouts,
        String per,
        List<String> facts) {

    /// With more of them nobody reads any.
    static final int CALLOUTS_MAX = 5;

    public FlameComparison {
        facts = List.copyOf(facts);
        callouts = callouts.stream().limit(CALLOUTS_MAX).toList();
        if (before.stacks().event() != after.stacks().event()) {
            throw new IllegalArgumentException(
                    "%s cannot be compared with %s."
                            .formatted(before.stacks().event(), after.stacks().event()));
        }
    }

    /// One profile without a second side.
    public static FlameComparison single(
            String title,
            String subtitle,
            FlameSide side,
            Subsystems subsystems,
            List<Callout> callouts,
            String per,
            List<String> facts) {
        Cost none = new Cost(0, side.cost().perRequest() == null ? null : List.of());
        FlameSide nothing = new FlameSide("", List.of(), side.stacks(), List.of(), none);
        return new FlameComparison(
                title, subtitle, side, nothing, null, subsystems, callouts, per, facts);
    }

    boolean isSingle() {
        return badge == null;
    }

    /// The places of the runs in the table, which has them in the order of their starts.
    Places places() {
        return before.stacks() == after.stacks()
                ? new Places(places(before), places(after))
                : Places.NONE;
    }

    private static double[] places(FlameSide side) {
        return Arrays.stream(side.columns()).asDoubleStream().toArray();
    }

    /// True when costs are per request; otherwise they are per second.
    boolean isPerRequest() {
        return before.cost().perRequest() != null && after.cost().perRequest() != null;
    }
}
