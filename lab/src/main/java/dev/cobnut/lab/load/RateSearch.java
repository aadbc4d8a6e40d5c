package dev.cobnut.lab.load;

import java.util.OptionalDouble;

/// Which rate to try next: up by [#UP] until one fails, then between the last that passed and the
/// first that failed; down by half when the first one fails.
final class RateSearch {

    static final double UP = 1.6;

    /// Near enough: the highest rate that passed and the lowest that failed differ by less.
    static final double RESOLUTION = 1.08;

    static final double PER_SECOND_MIN = 5;

    private final double first;
    private double passed;
    private double failed = Double.POSITIVE_INFINITY;
    private boolean begun;

    RateSearch(double first) {
        this.first = first;
    }

    /// Empty when the knee is known well enough, or is below [#PER_SECOND_MIN].
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

    /// 0 when none passed.
    double highestPassed() {
        return passed;
    }

    /// Infinite when none failed.
    double lowestFailed() {
        return failed;
    }

    private static double round(double perSecond) {
        return Math.rint(perSecond);
    }
}
