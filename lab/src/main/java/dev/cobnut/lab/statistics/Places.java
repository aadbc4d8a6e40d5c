package dev.cobnut.lab.statistics;

import org.apache.commons.statistics.descriptive.Mean;

/// The places of the runs in the order in which they were measured, from 0, for A and for B.
public final class Places {

    /// Runs without an order.
    public static final Places NONE = new Places(new double[0], new double[0]);

    /// With fewer runs of a side the degree of freedom of a slope costs more than it saves.
    private static final int RUNS_MIN = 5;

    /// The share of the slope's degree of freedom that each side gives.
    private static final double OF_SLOPE = 0.5;

    private final double[] a;
    private final double[] b;

    public Places(double[] a, double[] b) {
        this.a = a.clone();
        this.b = b.clone();
    }

    /// The distance between the middles of B's places and of A's.
    double apart() {
        return Mean.of(b).getAsDouble() - Mean.of(a).getAsDouble();
    }

    double slope(double[] ofA, double[] ofB) {
        return (product(a, ofA) + product(b, ofB)) / (product(a, a) + product(b, b));
    }

    boolean areEnough() {
        return Math.min(a.length, b.length) >= RUNS_MIN && product(a, a) + product(b, b) > 0;
    }

    Welch.RunVariance residualA(double[] values, double slope, double least) {
        return residual(values, a, slope, least);
    }

    Welch.RunVariance residualB(double[] values, double slope, double least) {
        return residual(values, b, slope, least);
    }

    /// The variance of a run's value around the mean and the slope.
    private static Welch.RunVariance residual(
            double[] values, double[] places, double slope, double least) {
        double degrees = values.length - 1 - OF_SLOPE;
        double squares =
                product(values, values)
                        - 2 * slope * product(places, values)
                        + slope * slope * product(places, places);
        return new Welch.RunVariance(Math.max(squares / degrees, least), degrees);
    }

    /// The sum of the products of the deviations from the means.
    private static double product(double[] x, double[] y) {
        double meanX = Mean.of(x).getAsDouble();
        double meanY = Mean.of(y).getAsDouble();
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += (x[i] - meanX) * (y[i] - meanY);
        }
        return sum;
    }
}
