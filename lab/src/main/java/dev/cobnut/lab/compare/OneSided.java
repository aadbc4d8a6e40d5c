package dev.cobnut.lab.compare;

import dev.cobnut.lab.compare.Tallies.Tally;
import dev.cobnut.lab.stacks.Origin;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import dev.cobnut.lab.stacks.StackTable.Count;
import dev.cobnut.lab.statistics.Subsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The cost of code that only one variant has.
///
/// **Owner of a sample.** The owner is the frame nearest to the leaf that belongs to the program or
/// to a library. Frames of the JDK, the JVM and the kernel ([Origin]) work for their caller and own
/// nothing. A sample is charged here when its owner is one-sided: at least one run of one variant
/// has the frame, and no run of the other has it. A filter that all requests pass through is
/// therefore charged with its own work and not with the requests. A new subsystem is charged with
/// all of its work.
///
/// ```text
/// Thread.run   Http11Processor.service   TimingFilter.doFilter*   System.nanoTime              charged to doFilter
/// Thread.run   Http11Processor.service   TimingFilter.doFilter*   Order.decide                 not charged: Order.decide is in both
/// Thread.run   Sweeper.run*   HashMap.forEach   Sweeper.drop*   HashMap.remove                 charged to Sweeper.run
/// ```
///
/// **Name of the entry.** The entry has the name of the outermost one-sided frame that the owner is
/// reached from through one-sided, JDK and native frames only. Work that passes through an
/// executor, a `forEach` or a method handle is the same work. Work that passes through a library of
/// both variants may be other work.
///
/// **Types.** An allocation stack ends in the class of the object. A class that only one variant
/// has is one-sided like a frame. Every allocation of it is charged, no matter which code allocates
/// it. Otherwise a renamed class would be one removed cost and one new cost.
///
/// **Net.** The net is the cost of code that only B has minus the cost of code that only A has, per
/// run. Runs of B contain the first, runs of A the second. The two costs of a renamed frame cancel
/// out. The cost of new work remains.
///
/// **Selection by chance.** A rare frame occurs in some runs and not in others, and by chance this
/// can follow the variants. The net is symmetric in A and B, so its mean is zero when there is no
/// difference. Its scatter is larger than the samples suggest. When a frame with n samples is
/// one-sided by chance, *all* samples are on one side, which adds n² instead of n to the variance.
/// The values of the runs also look too steady, because frames of both variants were left out. Two
/// rules correct for this:
///
/// - A frame names an entry only when more than half of the runs of its variant have it.
/// - The variance has a floor: the mean square of the net over all other assignments of the same
///   runs to A and B ([Subsets]). One-sided frames are determined anew for each assignment. This is
///   the variance of a permutation test, and it includes frames that come and go together. Without
///   the floor, simulated sessions of a variant against itself find a net far too often
///   (`ErrorRatesTest`). Code that really belongs to one variant is not one-sided in any other
///   assignment, because both sides then contain runs with it. It adds nothing to the floor and is
///   found with full power.
///
/// **Limits.** Work in code of both variants is not counted, even when new code calls it; the
/// tables of subsystems and the figures of the process show it. Names that a JVM generates are
/// normalized when a recording is read, so they are one-sided only when their code is. A frame with
/// a single sample in the other variant is not one-sided; it is tested among the frames.
final class OneSided {

    /// The entries by the outermost one-sided frame.
    final Tallies entries;

    final Tally net;

    /// Least variance of the difference between the means of the two sides, per operation.
    final double chance;

    private final Sides actual;
    private final int columns;
    private final Map<String, Code> codes = new HashMap<>();
    private final Map<String, Origin> origins = new HashMap<>();

    /// Sorted as in the table, so that sums are the same each time.
    private final Map<Owner, Tally> candidates = new LinkedHashMap<>();

    /// A frame or an allocated class from outside the JDK, with the runs that have it.
    private static final class Code {
        final String name;
        final BitSet runs = new BitSet();

        Code(String name) {
            this.name = name;
        }
    }

    /// @param type the allocated class; null when it is the JDK's or cannot be one-sided
    /// @param outwards frames from the owner towards the root, up to the first that cannot be
    ///   one-sided
    private record Owner(@Nullable Code type, List<Code> outwards) {}

    /// The columns of A's runs and of B's.
    private record Sides(BitSet a, BitSet b) {

        boolean isOneSided(Code code) {
            return !code.runs.intersects(a) || !code.runs.intersects(b);
        }

        boolean isSteady(Code code) {
            BitSet side = code.runs.intersects(a) ? a : b;
            return 2 * code.runs.cardinality() > side.cardinality();
        }

        /// The frame or class that a sample is charged to; null when it is not charged.
        @Nullable Code entry(Owner owner) {
            @Nullable Code entry = null;
            if (owner.type != null && isOneSided(owner.type) && isSteady(owner.type)) {
                entry = owner.type;
            }
            for (Code code : owner.outwards) {
                if (!isOneSided(code)) {
                    break;
                }
                entry = isSteady(code) ? code : entry;
            }
            return entry;
        }
    }

    /// @param a columns of the runs of A; `b` likewise
    /// @param operations divisors of the runs' costs, by column
    /// @param counts true when a stack's costs count; its frames count in any case
    OneSided(
            StackTable table,
            int[] a,
            int[] b,
            double[] operations,
            Predicate<List<String>> counts) {
        columns = table.runs().size();
        actual = new Sides(bits(a), bits(b));
        entries = new Tallies(columns);
        net = new Tally(columns);
        int most = Math.max(a.length, b.length);
        table.forEach((stack, of) -> occurs(table.event(), stack, of));
        table.forEach((stack, of) -> {
            if (counts.test(stack)) {
                candidate(table.event(), stack, of, most);
            }
        });
        candidates.forEach((owner, tally) -> {
            @Nullable Code entry = actual.entry(owner);
            if (entry != null) {
                entries.of(entry.name).add(tally);
                net.add(tally);
            }
        });
        chance = chance(a, b, operations);
    }

    /// True when the cost of the frame or type is in the net.
    boolean isOneSided(String frameOrType) {
        @Nullable Code code = codes.get(frameOrType);
        return code != null && actual.isOneSided(code) && actual.isSteady(code);
    }

    private static BitSet bits(int[] columns) {
        BitSet bits = new BitSet();
        Arrays.stream(columns).forEach(bits::set);
        return bits;
    }

    private void occurs(ProfileEvent event, List<String> stack, List<Count> counts) {
        BitSet runs = new BitSet();
        for (int c = 0; c < columns; c++) {
            boolean isOfThese = actual.a.get(c) || actual.b.get(c);
            runs.set(c, isOfThese && counts.get(c).samples() > 0);
        }
        if (runs.isEmpty()) {
            return;
        }
        for (String frame : event.code(stack)) {
            if (origins.computeIfAbsent(frame, Origin::of) == Origin.APPLICATION) {
                code(frame).runs.or(runs);
            }
        }
        if (hasType(event, stack)) {
            code(stack.getLast()).runs.or(runs);
        }
    }

    private static boolean hasType(ProfileEvent event, List<String> stack) {
        return event == ProfileEvent.ALLOC && Origin.ofType(stack.getLast()) == Origin.APPLICATION;
    }

    private Code code(String name) {
        return codes.computeIfAbsent(name, Code::new);
    }

    private void candidate(ProfileEvent event, List<String> stack, List<Count> counts, int most) {
        List<Code> outwards = new ArrayList<>();
        for (String frame : event.code(stack).reversed()) {
            @Nullable Code code = codes.get(frame);
            if (code != null) {
                if (code.runs.cardinality() > most) {
                    break;
                }
                outwards.add(code);
            }
        }
        @Nullable Code type = hasType(event, stack) ? codes.get(stack.getLast()) : null;
        if (type != null && type.runs.cardinality() > most) {
            type = null;
        }
        if (type != null || !outwards.isEmpty()) {
            candidates
                    .computeIfAbsent(
                            new Owner(type, List.copyOf(outwards)), _ -> new Tally(columns))
                    .add(counts);
        }
    }

    private double chance(int[] a, int[] b, double[] operations) {
        int[] all = new int[a.length + b.length];
        System.arraycopy(a, 0, all, 0, a.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        return Subsets.of(all.length, a.length)
                .map(ofA -> sides(all, ofA))
                .filter(sides -> !sides.a.equals(actual.a) && !sides.a.equals(actual.b))
                .mapToDouble(sides -> difference(sides, operations))
                .map(difference -> difference * difference)
                .average()
                .orElse(0);
    }

    private static Sides sides(int[] columns, BitSet ofA) {
        BitSet a = new BitSet();
        BitSet b = new BitSet();
        for (int i = 0; i < columns.length; i++) {
            (ofA.get(i) ? a : b).set(columns[i]);
        }
        return new Sides(a, b);
    }

    private double difference(Sides sides, double[] operations) {
        double[] costs = new double[columns];
        candidates.forEach((owner, tally) -> {
            if (sides.entry(owner) != null) {
                for (int c = 0; c < columns; c++) {
                    costs[c] += tally.values[c] / operations[c];
                }
            }
        });
        return mean(costs, sides.b) - mean(costs, sides.a);
    }

    private static double mean(double[] costs, BitSet side) {
        return side.stream().mapToDouble(c -> costs[c]).average().orElse(0);
    }
}
