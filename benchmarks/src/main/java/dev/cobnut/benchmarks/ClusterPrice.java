package dev.cobnut.benchmarks;

import dev.cobnut.benchmarks.SideBySide.Arm;
import dev.cobnut.benchmarks.SideBySide.Slice;
import dev.cobnut.benchmarks.statistics.Spread;
import dev.cobnut.lab.service.ServiceCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/// Measures the cost of an order with each journal and on a cluster, in rounds of one slice per
/// arm. The order of the arms changes from round to round, so that a drift of the machine affects
/// all of them.
final class ClusterPrice {

    private static final Duration SLICE = Duration.ofSeconds(10);
    private static final Duration WARM_UP_SLICE = Duration.ofSeconds(5);

    /// The orders of the arms: each arm stands at each place, and after each other arm.
    private static final List<List<Arm>> ORDERS =
            List.of(
                    List.of(Arm.SQLITE, Arm.ONE, Arm.THREE),
                    List.of(Arm.THREE, Arm.ONE, Arm.SQLITE),
                    List.of(Arm.ONE, Arm.THREE, Arm.SQLITE),
                    List.of(Arm.SQLITE, Arm.THREE, Arm.ONE),
                    List.of(Arm.THREE, Arm.SQLITE, Arm.ONE),
                    List.of(Arm.ONE, Arm.SQLITE, Arm.THREE));

    /// One slice of each arm.
    record Round(Slice sqlite, Slice one, Slice three) {}

    /// The ratio of two arms within each round.
    ///
    /// @param throughput ratio of the orders per second
    /// @param cpu ratio of the CPU per order, members and database
    record Ratio(Spread throughput, Spread cpu) {}

    record Figures(
            Spread perSecond,
            Spread cpuMicrosPerOrder,
            Spread p99Ms,
            Spread viewLagP99Ms,
            Spread deliveredPerOrder) {}

    /// @param warmUpSeconds seconds of load on each arm before the first round
    /// @param threeToOne a cluster of three ÷ one node, over the same PostgreSQL
    /// @param postgresToSqlite one node ÷ one node
    record Price(
            int connections,
            double sliceSeconds,
            int warmUpSeconds,
            Ratio threeToOne,
            Ratio postgresToSqlite,
            Figures sqlite,
            Figures one,
            Figures three,
            List<Round> rounds) {}

    private ClusterPrice() {}

    static Price measure(
            ServiceCommand command,
            Path folder,
            int connections,
            int warmUpSeconds,
            int rounds,
            Consumer<String> say)
            throws IOException, InterruptedException {
        try (SideBySide sides = SideBySide.start(command, folder, connections)) {
            say.accept("warming up for %d s".formatted(Arm.values().length * warmUpSeconds));
            for (long s = 0; s < warmUpSeconds; s += WARM_UP_SLICE.toSeconds()) {
                for (Arm arm : Arm.values()) {
                    sides.slice(arm, WARM_UP_SLICE);
                }
            }
            List<Round> taken = new ArrayList<>();
            for (int r = 0; r < rounds; r++) {
                taken.add(round(sides, ORDERS.get(r % ORDERS.size())));
                Round round = taken.getLast();
                say.accept(
                        "round %d: SQLite %.0f/s, PostgreSQL %.0f/s, three members %.0f/s; CPU per order %.0f, %.0f, %.0f µs; p99 to the view %.0f, %.0f, %.0f ms"
                                .formatted(
                                        r + 1,
                                        round.sqlite.perSecond(),
                                        round.one.perSecond(),
                                        round.three.perSecond(),
                                        round.sqlite.cpuMicrosPerOrder(),
                                        round.one.cpuMicrosPerOrder(),
                                        round.three.cpuMicrosPerOrder(),
                                        round.sqlite.viewLagP99Ms(),
                                        round.one.viewLagP99Ms(),
                                        round.three.viewLagP99Ms()));
            }
            return new Price(
                    connections,
                    SLICE.toMillis() / 1e3,
                    warmUpSeconds,
                    ratio(taken, Round::three, Round::one),
                    ratio(taken, Round::one, Round::sqlite),
                    figures(taken, Round::sqlite),
                    figures(taken, Round::one),
                    figures(taken, Round::three),
                    taken);
        }
    }

    private static Round round(SideBySide sides, List<Arm> order)
            throws IOException, InterruptedException {
        Map<Arm, Slice> slices = new EnumMap<>(Arm.class);
        for (Arm arm : order) {
            slices.put(arm, sides.slice(arm, SLICE));
        }
        return new Round(
                Objects.requireNonNull(slices.get(Arm.SQLITE)),
                Objects.requireNonNull(slices.get(Arm.ONE)),
                Objects.requireNonNull(slices.get(Arm.THREE)));
    }

    @FunctionalInterface
    private interface Of {
        Slice slice(Round round);
    }

    private static Ratio ratio(List<Round> rounds, Of of, Of to) {
        return new Ratio(
                spread(rounds, r -> of.slice(r).perSecond() / to.slice(r).perSecond()),
                spread(
                        rounds,
                        r -> of.slice(r).cpuMicrosPerOrder() / to.slice(r).cpuMicrosPerOrder()));
    }

    private static Figures figures(List<Round> rounds, Of of) {
        return new Figures(
                spread(rounds, r -> of.slice(r).perSecond()),
                spread(rounds, r -> of.slice(r).cpuMicrosPerOrder()),
                spread(rounds, r -> of.slice(r).p99Ms()),
                spread(rounds, r -> of.slice(r).viewLagP99Ms()),
                spread(rounds, r -> of.slice(r).deliveredPerOrder()));
    }

    private static Spread spread(List<Round> rounds, ToDoubleFunction<Round> value) {
        return Spread.of(rounds.stream().mapToDouble(value).toArray());
    }
}
