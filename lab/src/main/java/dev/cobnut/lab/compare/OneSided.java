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

/// What the code costs that only one variant has.
///
/// **Whose a sample is.** Its owner's: the frame nearest to the leaf that the program or a library
/// brings, not the JDK, the JVM or the kernel ([Origin]), which work for whom they are called by. A
/// sample is charged here when its owner is one-sided: some run of one variant has the frame and no
/// run of the other. So a filter that all requests pass through is charged with its own work and
/// not with the requests, and a subsystem of its own with all of its work.
///
/// ```text
/// Thread.run   Http11Processor.service   TimingFilter.doFilter*   System.nanoTime              charged to doFilter
/// Thread.run   Http11Processor.service   TimingFilter.doFilter*   Order.decide                 not charged: Order.decide is in both
/// Thread.run   Sweeper.run*   HashMap.forEach   Sweeper.drop*   HashMap.remove                 charged to Sweeper.run
/// ```
///
/// **Its name** is that of the outermost one-sided frame above the owner with nothing but one-sided
/// frames, the JDK's and native ones between: through an executor, a `forEach` or a method handle
/// it is the same work; through a library that both variants have it may be another.
///
/// **Types.** What an allocation stack ends in is the class, and a class that only one variant has
/// is one-sided like a frame: an allocation of it is charged whoever allocates it. Otherwise a
/// class that was renamed would be one cost that is gone and one that is new.
///
/// **The net** is what only B has, less what only A has, per run: B's runs hold the one, A's the
/// other. A rename is in both and cancels; what was added for its own sake does not.
///
/// **Chance selects, too.** A frame that is rare is in some runs and not in others, and may be so
/// by variant. The net is symmetric in A and B, so chance does not pull it to either side: its mean
/// is zero when there is no difference. It does make it scatter by more than its samples tell: of a
/// frame with n samples that is one-sided by chance, *all* are on one side, n² instead of n in the
/// variance; and each run's value looks steady, for what is seen in both variants was left out. Two
/// things keep that honest:
///
/// - A frame names nothing unless more than half of the runs of its side have it.
/// - The variance has a floor: the mean square of the net when A and B are drawn anew from the same
///   runs, in all ways but the one that was run ([Subsets]), and one-sided frames are looked for in
///   each anew. It is the variance of a permutation test, with whatever frames come and go
///   together; without it, simulated sessions of one thing against itself call the net far too
///   often (`ErrorRatesTest` has them). Code that one variant really has is in no other way
///   one-sided, because runs with it are then on both sides: it adds nothing to the floor, and is
///   found with full power.
///
/// **What it does not see**: work in code that both variants have, even when new code asks for it.
/// The subsystems and the process do. Names that a JVM makes up as it runs are the same in each
/// when a recording is read, and could not be one-sided otherwise than code is. And a frame with a
/// single sample in the other variant is not one-sided: it is tested among the frames like any
/// other.
final class OneSided {

    /// By the outermost one-sided frame.
    final Tallies entries;

    final Tally net;

    /// Least variance of the difference of the two sides' means, per operation.
    final double chance;

    private final Sides actual;
    private final int columns;
    private final Map<String, Code> codes = new HashMap<>();
    private final Map<String, Origin> origins = new HashMap<>();

    /// In the order of the table, so that sums are the same each time.
    private final Map<Owner, Tally> candidates = new LinkedHashMap<>();

    /// A frame or an allocated class that the JDK does not bring, and the runs that have it.
    private static final class Code {
        final String name;
        final BitSet runs = new BitSet();

        Code(String name) {
            this.name = name;
        }
    }

    /// @param type that is allocated; null when it is the JDK's or cannot be one-sided
    /// @param outwards from the owner to the root, up to the first frame that cannot be one-sided
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

        /// What a sample is charged to.
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

    /// @param a columns of the runs of A
    /// @param operations of the runs, by column; what a run's costs are divided by
    /// @param counts whether a stack's costs count; its frames do in any case
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

    /// Whether what it costs is in the net.
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
