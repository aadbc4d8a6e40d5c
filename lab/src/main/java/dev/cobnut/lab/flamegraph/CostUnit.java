package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.List;

/// A readable unit for a cost.
///
/// @param perUnit size of this unit in the event's own units
record CostUnit(String name, double perUnit) {

    private static final List<CostUnit> TIMES =
            List.of(
                    new CostUnit("s", 1e9),
                    new CostUnit("ms", 1e6),
                    new CostUnit("µs", 1e3),
                    new CostUnit("ns", 1));

    private static final List<CostUnit> BYTES =
            List.of(
                    new CostUnit("GiB", 1 << 30),
                    new CostUnit("MiB", 1 << 20),
                    new CostUnit("KiB", 1 << 10),
                    new CostUnit("B", 1));

    /// The largest unit in which the cost is at least 1.5.
    static CostUnit of(ProfileEvent event, double cost) {
        List<CostUnit> units = event == ProfileEvent.ALLOC ? BYTES : TIMES;
        return units.stream()
                .filter(unit -> cost >= 1.5 * unit.perUnit)
                .findFirst()
                .orElse(units.getLast());
    }

    /// The word that follows the unit of an event's values: `CPU`, `allocated` …
    static String of(ProfileEvent event) {
        return switch (event) {
            case CPU -> "CPU";
            case ALLOC -> "allocated";
            case WALL -> "elapsed";
            case LOCK -> "waited for locks";
        };
    }

    /// The distance between the ticks of a ruler: 1, 2 or 5 times a power of ten, at most `count`
    /// ticks.
    double step(double length, int count) {
        double raw = length / perUnit / count;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= raw) {
                return factor * power * perUnit;
            }
        }
        return 10 * power * perUnit;
    }
}
