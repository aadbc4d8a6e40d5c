package dev.cobnut.lab.statistics;

import java.util.BitSet;
import java.util.stream.DoubleStream;

/// Estimates the noise of A against A in a session without A/A runs. The runs of each variant are
/// split into two halves in every possible way (see [Subsets]), and the means of the halves are
/// compared.
///
/// The floor is the 95th percentile of the absolute differences over all splits of both variants. A
/// half has fewer runs than a variant, so its mean scatters more. Each difference is therefore
/// scaled down to the size of the comparison, by the root of `(1/nA + 1/nB) / (1/n1 + 1/n2)`.
public final class SelfDifferences {

    private static final double PERCENTILE = 0.95;

    private SelfDifferences() {}

    /// The floor in the unit of the values.
    public static double floor(double[] a, double[] b) {
        double size = 1.0 / a.length + 1.0 / b.length;
        double[] differences =
                DoubleStream.concat(differences(a, size), differences(b, size)).toArray();
        if (differences.length == 0) {
            return 0;
        }
        return Ranks.nearest(PERCENTILE, differences);
    }

    private static DoubleStream differences(double[] values, double size) {
        int half = values.length / 2;
        if (half == 0) {
            return DoubleStream.empty();
        }
        double scale = Math.sqrt(size / (1.0 / half + 1.0 / (values.length - half)));
        return Subsets.of(values.length, half)
                .mapToDouble(members -> scale * Math.abs(difference(values, members)));
    }

    private static double difference(double[] values, BitSet members) {
        double in = 0;
        double out = 0;
        for (int i = 0; i < values.length; i++) {
            if (members.get(i)) {
                in += values[i];
            } else {
                out += values[i];
            }
        }
        int count = members.cardinality();
        return in / count - out / (values.length - count);
    }
}
