package dev.cobnut.lab.statistics;

import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Enumerates the ways to choose some of several runs. Up to [#ALL_MAX] runs it gives all of them,
/// above that [#SOME] random ones with a fixed seed.
public final class Subsets {

    private static final int ALL_MAX = 12;
    private static final int SOME = 1000;
    private static final long SEED = 3;

    private Subsets() {}

    /// @param size number of runs
    /// @param chosen number of runs to choose
    public static Stream<BitSet> of(int size, int chosen) {
        if (size <= ALL_MAX) {
            return IntStream.range(0, 1 << size)
                    .filter(members -> Integer.bitCount(members) == chosen)
                    .mapToObj(members -> BitSet.valueOf(new long[] {members}));
        }
        Random random = new Random(SEED);
        return Stream.generate(() -> draw(random, size, chosen)).limit(SOME);
    }

    private static BitSet draw(Random random, int size, int chosen) {
        BitSet members = new BitSet(size);
        while (members.cardinality() < chosen) {
            members.set(random.nextInt(size));
        }
        return members;
    }
}
