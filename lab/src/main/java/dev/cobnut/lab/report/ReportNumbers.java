package dev.cobnut.lab.report;

import dev.cobnut.lab.compare.Row;
import dev.cobnut.lab.compare.Row.Side;
import dev.cobnut.lab.compare.Unit;
import dev.cobnut.lab.plan.SessionPlan.Per;
import dev.cobnut.lab.statistics.Interval;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The format of every number in reports.
final class ReportNumbers {

    static final String NONE = "–";

    /// Gives templates the public methods.
    static final ReportNumbers OF_TEMPLATES = new ReportNumbers();

    private ReportNumbers() {}

    /// A value in a readable unit, followed by the unit.
    public static String value(@Nullable Double value, Unit unit, Per per) {
        return value == null ? NONE : number(inWords(value, unit)) + " " + unit(unit, per);
    }

    /// The same without the unit.
    static String bare(@Nullable Double value, Unit unit) {
        return value == null ? NONE : number(inWords(value, unit));
    }

    static String unit(Unit unit, Per per) {
        return switch (unit) {
            case NANOS_PER_OPERATION -> "µs/" + operation(per);
            case BYTES_PER_OPERATION -> "KiB/" + operation(per);
            case MILLIS -> "ms";
            case PER_SECOND -> "/s";
            case FRACTION -> "%";
        };
    }

    /// The cost per second, of all cores together.
    static String perSecond(@Nullable Double value, Unit unit) {
        if (value == null) {
            return NONE;
        }
        return switch (unit) {
            case NANOS_PER_OPERATION -> number(value / 1e6) + " ms/s";
            case BYTES_PER_OPERATION -> number(value / 1024) + " KiB/s";
            case MILLIS, PER_SECOND, FRACTION -> NONE;
        };
    }

    public static String operation(Per per) {
        return switch (per) {
            case REQUEST -> "request";
            case DELIVERED -> "event";
        };
    }

    private static double inWords(double value, Unit unit) {
        return switch (unit) {
            case NANOS_PER_OPERATION -> value / 1e3;
            case BYTES_PER_OPERATION -> value / 1024;
            case MILLIS, PER_SECOND -> value;
            case FRACTION -> value * 100;
        };
    }

    /// "60 requests/s".
    public static String rate(@Nullable Double perSecond) {
        return perSecond == null ? "a rate of its own" : number(perSecond) + " requests/s";
    }

    public static String percent(@Nullable Double fraction) {
        return fraction == null ? NONE : "%s %%".formatted(fixed(100 * fraction, 1));
    }

    /// The change that is found; beyond the double, its size says nothing more.
    static String found(@Nullable Double fraction) {
        return fraction != null && fraction > 1 ? "more than 100 %" : percent(fraction);
    }

    /// A change with its sign; negative numbers have a true minus.
    static String signed(@Nullable Double fraction) {
        return fraction == null ? NONE : signedBare(fraction) + " %";
    }

    static String interval(@Nullable Interval interval) {
        return interval == null
                ? "no bounds"
                : "[%s, %s]".formatted(signedBare(interval.low()), signedBare(interval.high()));
    }

    private static String signedBare(double fraction) {
        double size = Math.abs(100 * fraction);
        String digits = fixed(size, size < 0.05 && size >= 0.005 ? 2 : 1);
        return digits.equals("0.0") ? digits : (fraction < 0 ? "−" : "+") + digits;
    }

    static String p(@Nullable Double p) {
        if (p == null) {
            return NONE;
        }
        return p < 0.0001 ? "< 0.0001" : fixed(p, 4);
    }

    public static String count(@Nullable Long count) {
        return count == null ? NONE : String.format(Locale.ROOT, "%,d", count).replace(',', ' ');
    }

    /// A number with three significant digits.
    public static String number(double value) {
        double size = Math.abs(value);
        if (size == 0) {
            return "0";
        }
        return fixed(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
    }

    private static String fixed(double value, int decimals) {
        String digits = String.format(Locale.ROOT, "%." + decimals + "f", Math.abs(value));
        boolean zero = digits.chars().noneMatch(c -> c >= '1' && c <= '9');
        return value < 0 && !zero ? "−" + digits : digits;
    }

    /// The mean of the runs and the standard deviation between them.
    static String spread(Side side, Row row, Per per) {
        return withDeviation(value(side.mean(), row.unit(), per), side, row);
    }

    /// The same without the unit.
    static String bareSpread(Side side, Row row) {
        return withDeviation(bare(side.mean(), row.unit()), side, row);
    }

    private static String withDeviation(String mean, Side side, Row row) {
        return side.deviation() == null
                ? mean
                : "%s ± %s".formatted(mean, bare(side.deviation(), row.unit()));
    }

    /// The change, with its confidence interval where the row was tested.
    static String change(Row row) {
        String change = signed(row.change());
        return row.p() == null ? change : change + " " + interval(row.interval());
    }

    /// The means of A and B, for a sentence.
    static String fromTo(Row row, Per per) {
        return "%s → %s"
                .formatted(
                        bare(row.a().mean(), row.unit()), value(row.b().mean(), row.unit(), per));
    }
}
