package dev.cobnut.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-11-23T06:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|PT0S",
                "120|PT2M",
                "' 7 '|PT7S",
                "Mon, 23 Nov 2026 06:01:30 GMT|PT1M30S",
                "Monday, 23-Nov-26 06:01:30 GMT|PT1M30S",
                "Mon Nov 23 06:01:30 2026|PT1M30S",
                "Wed Dec  2 06:00:00 2026|PT216H",
                "Sun, 06 Nov 1994 08:49:37 GMT|PT0S",
                "Sunday, 06-Nov-94 08:49:37 GMT|PT0S"
            })
    void secondsAndTheThreeFormsOfADateAreRead(String text, Duration expected) {
        assertThat(RetryAfter.parse(text, NOW)).isEqualTo(expected);
    }

    @Test
    void moreSecondsThanANumberHoldsAreManySeconds() {
        assertThat(RetryAfter.parse("99999999999999999999999", NOW))
                .isGreaterThan(Duration.ofDays(365_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5", "soon", "Mon, 40 Nov 2026 06:00:00 GMT", "2026-11-23"})
    void whatIsNeitherIsAsIfItWereNotThere(String text) {
        assertThat(RetryAfter.parse(text, NOW)).isNull();
    }
}
