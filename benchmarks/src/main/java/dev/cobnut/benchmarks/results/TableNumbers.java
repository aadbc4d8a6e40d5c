package dev.cobnut.benchmarks.results;

import dev.cobnut.lab.statistics.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Formats numbers for tables.
public final class TableNumbers {

    private static final MathContext DIGITS = new MathContext(3, RoundingMode.HALF_UP);

    /// From this value on, a number has more digits before the point than are significant.
    private static final double MANY = 1_000;

    private TableNumbers() {}

    /// Three significant digits, and all digits before the point: 0.0123, 4.56, 78.9, 123, 12,345.
    public static String plain(double value) {
        if (!Double.isFinite(value)) {
            return "–";
        }
        if (Math.abs(value) >= MANY) {
            return String.format(Locale.ROOT, "%,d", Math.round(value));
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    public static String orBlank(@Nullable Double value) {
        return value == null ? "" : plain(value);
    }

    /// Two digits after the point.
    public static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }

    /// A ratio and its interval.
    public static String ratio(double ratio, @Nullable Interval interval) {
        return interval == null
                ? ratio(ratio)
                : String.format(
                        Locale.ROOT, "%.2f [%.2f, %.2f]", ratio, interval.low(), interval.high());
    }

    public static String p(double p) {
        return p < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "%.3f", p);
    }

    /// The documents' name of a unit that JMH names.
    public static String unit(String unit) {
        return switch (unit) {
            case "ns/op" -> "ns";
            case "us/op" -> "µs";
            case "ms/op" -> "ms";
            case "s/op" -> "s";
            default -> unit;
        };
    }
}
