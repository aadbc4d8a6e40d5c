package dev.cobnut.sink.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Reads the header `Retry-After` (RFC 9110, 10.2.3): seconds, or a date in any of the three forms
/// of HTTP.
final class RetryAfter {

    /// More digits are more than a lifetime.
    private static final int DIGITS_MAX = 10;

    /// A year of two digits that is further ahead means the century before.
    private static final int YEARS_AHEAD_MAX = 50;

    private static final DateTimeFormatter ASCTIME =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH);

    private RetryAfter() {}

    /// @return how long to wait from now, not negative; null when the text is neither
    static @Nullable Duration parse(String text, Instant now) {
        String value = text.strip();
        if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return value.length() > DIGITS_MAX
                    ? Duration.ofSeconds(Long.MAX_VALUE)
                    : Duration.ofSeconds(Long.parseLong(value));
        }
        Instant date = date(value, now);
        if (date == null) {
            return null;
        }
        return date.isBefore(now) ? Duration.ZERO : Duration.between(now, date);
    }

    private static @Nullable Instant date(String value, Instant now) {
        try {
            if (value.indexOf(',') < 0) {
                return LocalDateTime.parse(value, ASCTIME).toInstant(ZoneOffset.UTC);
            }
            return ZonedDateTime.parse(
                            value,
                            value.indexOf('-') < 0
                                    ? DateTimeFormatter.RFC_1123_DATE_TIME
                                    : rfc850(now))
                    .toInstant();
        } catch (DateTimeException _) {
            return null; // not a date: the caller waits as if there were no header
        }
    }

    private static DateTimeFormatter rfc850(Instant now) {
        LocalDate first = LocalDate.ofInstant(now, ZoneOffset.UTC).plusYears(YEARS_AHEAD_MAX - 99L);
        return new DateTimeFormatterBuilder()
                .appendPattern("EEEE, dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, first)
                .appendPattern(" HH:mm:ss zzz")
                .toFormatter(Locale.ENGLISH);
    }
}
