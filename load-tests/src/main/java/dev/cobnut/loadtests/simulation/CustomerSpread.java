package dev.cobnut.loadtests.simulation;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/// The distribution of visits over customers: Zipf's law with exponent 1 over [#CUSTOMERS]
/// customers.
///
/// The most frequent customer has a tenth of all visits; the first 80 have half of them.
final class CustomerSpread {

    static final int CUSTOMERS = 10_000;

    private static final double[] CUMULATED = cumulated();

    private CustomerSpread() {}

    static String pick(RandomGenerator random) {
        int found = Arrays.binarySearch(CUMULATED, random.nextDouble());
        int rank = Math.min(found < 0 ? -found - 1 : found, CUSTOMERS - 1);
        return "customer-" + (rank + 1);
    }

    private static double[] cumulated() {
        double[] cumulated = new double[CUSTOMERS];
        double sum = 0;
        for (int i = 0; i < CUSTOMERS; i++) {
            sum += 1.0 / (i + 1);
            cumulated[i] = sum;
        }
        for (int i = 0; i < CUSTOMERS; i++) {
            cumulated[i] /= sum;
        }
        return cumulated;
    }
}
