package dev.cobnut.loadtests.compare;

import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/// What A against A shows in a session that has no A/A runs of its own: each variant's runs are
/// split into two halves in every possible way, and the halves' means are compared.
///
/// The floor is the 95th percentile of the absolute differences of all splits of both variants. A
/// half has fewer runs than a variant, so its mean scatters more; each difference is scaled down to
/// the size of the comparison, by the root of `(1/nA + 1/nB) / (1/n1 + 1/n2)`.
///
/// Variants of more than [#ALL_MAX] runs have too many splits to try all; [#SOME] of them are drawn
/// with a fixed seed.
final class SelfDifferences {

    private static final int ALL_MAX = 12;
    private static final int SOME = 1000;
    private static final double PERCENTILE = 0.95;
    private static final long SEED = 3;

    private SelfDifferences() {}

    /// In the unit of the values.
    static double floor(double[] a, double[] b) {
        double size = 1.0 / a.length + 1.0 / b.length;
        double[] differences =
                DoubleStream.concat(differences(a, size), differences(b, size)).sorted().toArray();
        if (differences.length == 0) {
            return 0;
        }
        return differences[(int) Math.ceil(PERCENTILE * differences.length) - 1];
    }

    private static DoubleStream differences(double[] values, double size) {
        int half = values.length / 2;
        if (half == 0) {
            return DoubleStream.empty();
        }
        double scale = Math.sqrt(size / (1.0 / half + 1.0 / (values.length - half)));
        return halves(values.length, half)
                .mapToDouble(members -> scale * Math.abs(difference(values, members)));
    }

    /// The ways to choose `half` of `size` runs: a bit for each that is chosen.
    private static LongStream halves(int size, int half) {
        if (size <= ALL_MAX) {
            return LongStream.range(0, 1L << size)
                    .filter(members -> Long.bitCount(members) == half);
        }
        Random random = new Random(SEED);
        return LongStream.generate(() -> draw(random, size, half)).limit(SOME);
    }

    private static long draw(Random random, int size, int half) {
        long members = 0;
        while (Long.bitCount(members) < half) {
            members |= 1L << random.nextInt(size);
        }
        return members;
    }

    private static double difference(double[] values, long members) {
        double in = 0;
        double out = 0;
        for (int i = 0; i < values.length; i++) {
            if ((members >> i & 1) == 1) {
                in += values[i];
            } else {
                out += values[i];
            }
        }
        int count = Long.bitCount(members);
        return in / count - out / (values.length - count);
    }
}
