package dev.cobnut.lab.compare;

import dev.cobnut.lab.statistics.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/// Rounds to six significant digits: more than the data supports, and the same on every machine.
final class Rounding {

    private static final MathContext DIGITS = new MathContext(6);

    private Rounding() {}

    static @Nullable Double round(@Nullable Double value) {
        return value == null || !Double.isFinite(value) ? null : rounded(value);
    }

    static @Nullable Interval round(@Nullable Interval interval) {
        return interval == null
                ? null
                : new Interval(rounded(interval.low()), rounded(interval.high()));
    }

    static double rounded(double value) {
        return new BigDecimal(value).round(DIGITS).doubleValue();
    }
}
