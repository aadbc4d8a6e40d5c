package dev.cobnut.loadtests.knee;

import java.util.OptionalDouble;

/// Chooses the next rate of a sweep. The rate rises by the factor [#UP] until a step fails. It then
/// lies between the highest rate that passed and the lowest that failed. When the first step fails,
/// the rate is halved.
final class RateSearch {

    static final double UP = 1.6;

    /// The search ends when the lowest rate that failed is less than this multiple of the highest
    /// that passed.
    static final double RESOLUTION = 1.08;

    static final double PER_SECOND_MIN = 5;

    private final double first;
    private double passed;
    private double failed = Double.POSITIVE_INFINITY;
    private boolean begun;

    RateSearch(double first) {
        this.first = first;
    }

    /// The next rate; empty when the knee is known well enough or is below [#PER_SECOND_MIN].
    OptionalDouble next() {
        if (!begun) {
            return OptionalDouble.of(first);
        }
        if (Double.isInfinite(failed)) {
            return OptionalDouble.of(round(passed * UP));
        }
        if (passed == 0) {
            return failed / 2 < PER_SECOND_MIN
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(round(failed / 2));
        }
        double middle = round(Math.sqrt(passed * failed));
        return failed / passed <= RESOLUTION || middle <= passed || middle >= failed
                ? OptionalDouble.empty()
                : OptionalDouble.of(middle);
    }

    void tried(double perSecond, boolean pass) {
        begun = true;
        if (pass) {
            passed = Math.max(passed, perSecond);
        } else {
            failed = Math.min(failed, perSecond);
        }
    }

    /// The highest rate that passed; 0 when none did.
    double highestPassed() {
        return passed;
    }

    /// The lowest rate that failed; infinite when none did.
    double lowestFailed() {
        return failed;
    }

    private static double round(double perSecond) {
        return Math.rint(perSecond);
    }
}
