package dev.cobnut.framework.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PositionAgesTest {

    private final AtomicLong nanos = new AtomicLong(-TimeUnit.HOURS.toNanos(1));
    private final PositionAges ages = new PositionAges(nanos::get);

    @Test
    void anEventIsAsOldAsTheFirstNoteThatReachesIt() {
        ages.reached(10);
        pass(Duration.ofSeconds(5));
        ages.reached(20);
        pass(Duration.ofSeconds(5));
        ages.reached(30);
        pass(Duration.ofSeconds(1));
        assertThat(ages.age(3)).hasSeconds(11);
        assertThat(ages.age(10)).hasSeconds(11);
        assertThat(ages.age(11)).hasSeconds(6);
        assertThat(ages.age(20)).hasSeconds(6);
        assertThat(ages.age(30)).hasSeconds(1);
    }

    @Test
    void anEventThatNoNoteReachesAgesFromTheFirstQuestion() {
        assertThat(ages.age(40)).isZero();
        pass(Duration.ofSeconds(61));
        assertThat(ages.age(40)).hasSeconds(61);
        assertThat(ages.age(41)).isZero();
    }

    /// The oldest undelivered event changes all the time when delivery is slow but does not stop.
    @Test
    void aDeliveryThatLagsSteadilyIsSeenToLag() {
        for (int second = 0; second < 600; second++) {
            ages.reached(100L * second);
            pass(Duration.ofSeconds(1));
        }
        for (int second = 300; second < 600; second += 10) {
            assertThat(ages.age(100L * second)).hasSeconds(600 - second);
        }
    }

    @Test
    void onlyPositionsThatAreKnownLongEnoughCount() {
        assertThat(ages.knownFor(Duration.ZERO)).isZero();
        ages.reached(10);
        pass(Duration.ofSeconds(5));
        ages.reached(20);
        pass(Duration.ofSeconds(9));
        assertThat(ages.knownFor(Duration.ofSeconds(10))).isEqualTo(10);
        pass(Duration.ofSeconds(1));
        assertThat(ages.knownFor(Duration.ofSeconds(10))).isEqualTo(20);
        assertThat(ages.knownFor(Duration.ofSeconds(16))).isZero();
    }

    @Test
    void afterManyNotesAnAgeIsStillKnownToWithinASmallPartOfIt() {
        int seconds = 40 * PositionAges.NOTES_MAX;
        for (int second = 1; second <= seconds; second++) {
            pass(Duration.ofSeconds(1));
            ages.reached(second);
        }
        for (int second = 1; second <= seconds; second += 100) {
            long age = (long) seconds - second;
            assertThat(ages.age(second).toSeconds()).isBetween(age - age / 10 - 1, age);
        }
        assertThat(ages.age(seconds)).isZero();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
