package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.List;

/// A unit in which a cost is easily read.
///
/// @param perUnit of the event's own units
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

    /// The largest in which a cost is at least 1.5.
    static CostUnit of(ProfileEvent event, double cost) {
        List<CostUnit> units = event == ProfileEvent.ALLOC ? BYTES : TIMES;
        return units.stream()
                .filter(unit -> cost >= 1.5 * unit.perUnit)
                .findFirst()
                .orElse(units.getLast());
    }

    /// What the event's values are, after the unit: `CPU`, `allocated` …
    static String of(ProfileEvent event) {
        return switch (event) {
            case CPU -> "CPU";
            case ALLOC -> "allocated";
            case WALL -> "elapsed";
            case LOCK -> "waited for locks";
        };
    }

    /// The step of a ruler's ticks: 1, 2 or 5 times a power of ten, at most `count` of them.
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
