package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.Subsystems;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The content of the pictures and the page of one window and event: two sides, or [one][#single].
///
/// @param title headline
/// @param subtitle a line below it: what is compared, at which load
/// @param after without runs when there is one side only
/// @param badge the change of the hotspot; null when there is one side only
/// @param subsystems the patterns by which frames are marked
/// @param hotspot name of the subsystem that gets the red boxes
/// @param per what a cost is divided by, in the singular: `request`, `delivered event`
/// @param facts for the footer: event, engine, interval, samples, runs
public record FlameComparison(
        String title,
        String subtitle,
        FlameSide before,
        FlameSide after,
        @Nullable Badge badge,
        Subsystems subsystems,
        String hotspot,
        String per,
        List<String> facts) {

    public FlameComparison {
        facts = List.copyOf(facts);
        if (before.stacks().event() != after.stacks().event()) {
            throw new IllegalArgumentException(
                    "%s cannot be compared with %s."
                            .formatted(before.stacks().event(), after.stacks().event()));
        }
        if (!subsystems.names().contains(hotspot)) {
            throw new IllegalArgumentException(
                    "There is no subsystem '%s'; the subsystems are %s."
                            .formatted(hotspot, subsystems.names()));
        }
    }

    /// One profile without a second side.
    public static FlameComparison single(
            String title,
            String subtitle,
            FlameSide side,
            Subsystems subsystems,
            String hotspot,
            String per,
            List<String> facts) {
        Cost none = new Cost(0, side.cost().perRequest() == null ? null : 0.0);
        FlameSide nothing = new FlameSide("", List.of(), side.stacks(), List.of(), none);
        return new FlameComparison(
                title, subtitle, side, nothing, null, subsystems, hotspot, per, facts);
    }

    boolean isSingle() {
        return badge == null;
    }
}
