package dev.cobnut.lab.plan;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses durations and sizes from plans and command lines.
public final class Amounts {

    private static final Pattern AMOUNT =
            Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?) *([a-zA-Z]*)");
    private static final Map<String, Long> NANOS =
            Map.of(
                    "us", 1_000L,
                    "ms", 1_000_000L,
                    "s", 1_000_000_000L,
                    "m", 60_000_000_000L,
                    "h", 3_600_000_000_000L);
    private static final Map<String, Long> BYTES =
            Map.of(
                    "", 1L, "b", 1L, "k", 1L << 10, "kb", 1L << 10, "kib", 1L << 10, "m", 1L << 20,
                    "mb", 1L << 20, "mib", 1L << 20);

    private Amounts() {}

    /// Parses `500us`, `5ms`, `1.5m`, `1h`.
    ///
    /// @throws IllegalArgumentException when the text is not a duration
    public static Duration duration(String text) {
        return Duration.ofNanos(parse(text, NANOS, "a duration such as 60s, 2m or 5ms"));
    }

    /// Parses `512 KiB`, `512k`, `1m`, `65536`.
    ///
    /// @throws IllegalArgumentException when the text is not a size above 0
    public static long bytes(String text) {
        String what = "a size such as 512k, 1m or 65536";
        long bytes = parse(text, BYTES, what);
        if (bytes == 0) {
            throw new IllegalArgumentException("'" + text + "' is not " + what);
        }
        return bytes;
    }

    private static long parse(String text, Map<String, Long> units, String what) {
        Matcher matcher = AMOUNT.matcher(text.strip());
        if (matcher.matches()) {
            Long unit = units.get(matcher.group(2).toLowerCase(Locale.ROOT));
            if (unit != null) {
                try {
                    return new BigDecimal(matcher.group(1))
                            .multiply(BigDecimal.valueOf(unit))
                            .longValueExact();
                } catch (ArithmeticException _) {
                    throw new IllegalArgumentException("'" + text + "' is not " + what);
                }
            }
        }
        throw new IllegalArgumentException("'" + text + "' is not " + what);
    }
}
