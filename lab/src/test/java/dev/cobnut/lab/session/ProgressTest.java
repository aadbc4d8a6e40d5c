package dev.cobnut.lab.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private Instant now = Instant.EPOCH;
    private final Progress progress =
            new Progress(new PrintStream(out, true, StandardCharsets.UTF_8), () -> now);

    @Test
    void theRemainingTimeIsThatOfThePlanUntilARunWasMeasured() {
        progress.begin(4, 0, Duration.ofMinutes(2));
        progress.runBegins("01-A");
        now = now.plusSeconds(30);

        assertThat(progress.left()).isEqualTo(Duration.ofSeconds(450));
    }

    @Test
    void theRemainingTimeIsThenBasedOnTheMeasuredRuns() {
        progress.begin(10, 6, Duration.ofMinutes(9));
        for (int seconds : new int[] {100, 140}) {
            progress.runBegins("x");
            now = now.plusSeconds(seconds);
            progress.runEnds();
        }

        assertThat(progress.left()).isEqualTo(Duration.ofMinutes(4));
    }

    @Test
    void aLongerRunDoesNotShortenTheEstimateOfTheOthers() {
        progress.begin(3, 0, Duration.ofMinutes(1));
        progress.runBegins("01-A");
        now = now.plusSeconds(500);

        assertThat(progress.left()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void aLineNamesTheRunTheStepAndTheRemainingTime() {
        progress.begin(10, 2, Duration.ofMinutes(3));
        progress.runBegins("03-B");
        progress.step("window steady, 60 s");

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "run 3 of 10 (03-B): starts; about 24 min left",
                        "run 3 of 10 (03-B): window steady, 60 s; about 24 min left");
    }
}
