package dev.cobnut.loadtests.profile;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Times and sizes as they are written on the command line.
final class Amounts {

    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,9})\\s*([a-zA-Z]*)");
    private static final Map<String, Long> NANOS =
            Map.of("us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);
    private static final Map<String, Long> BYTES =
            Map.of("", 1L, "b", 1L, "k", 1L << 10, "kb", 1L << 10, "m", 1L << 20, "mb", 1L << 20);

    private Amounts() {}

    private static long parse(String text, Map<String, Long> units, String example) {
        Matcher matcher = AMOUNT.matcher(text.strip());
        if (matcher.matches()) {
            Long unit = units.get(matcher.group(2).toLowerCase(Locale.ROOT));
            long amount = Long.parseLong(matcher.group(1));
            if (unit != null && amount > 0) {
                return amount * unit;
            }
        }
        throw new TypeConversionException("'" + text + "' is not " + example);
    }

    /// `500us`, `5ms`, `1s`.
    static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return Duration.ofNanos(parse(text, NANOS, "a time such as 500us, 5ms or 1s"));
        }
    }

    /// `512k`, `1m`, `65536`.
    static final class Size implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return parse(text, BYTES, "a size such as 512k, 1m or 65536");
        }
    }
}
