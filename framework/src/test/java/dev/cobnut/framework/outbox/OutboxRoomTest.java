package dev.cobnut.framework.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// The places that entries take in one member's part of the outbox map.
class OutboxRoomTest {

    private static final int ENTRIES_MAX = 10;
    private static final long BYTES_MAX = 1_000;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger inMap = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private Runnable duringCount = () -> {};
    private final OutboxRoom room =
            new OutboxRoom(
                    new OutboxLimits(ENTRIES_MAX, BYTES_MAX, 4),
                    this::count,
                    refused::incrementAndGet,
                    nanos::get);

    private int count() {
        int counted = inMap.get();
        duringCount.run();
        return counted;
    }

    /// Entries arrive and are put where there is a place.
    private void arrive(int entries) {
        for (int i = 0; i < entries; i++) {
            inMap.addAndGet(room.take(10) ? 1 : 0);
        }
    }

    /// A count began with forgetting the places that were taken since the count before, which was
    /// still in use until the new one was there.
    @Test
    void entriesThatArriveWhileTheMapIsCountedTakeNoPlaceThatIsTaken() {
        assertThat(room.left()).isEqualTo(ENTRIES_MAX);
        arrive(ENTRIES_MAX);
        nanos.addAndGet(SECOND);
        duringCount = () -> arrive(5);

        assertThat(room.left()).isZero();
        assertThat(inMap).hasValue(ENTRIES_MAX);
        assertThat(refused).hasValue(5);

        inMap.set(0);
        nanos.addAndGet(SECOND);
        assertThat(room.left()).as("when all have left").isEqualTo(ENTRIES_MAX);
    }

    /// Two counts at the same time would both give back the places that were taken before them.
    @Test
    void oneThreadCountsAtATime() {
        assertThat(room.left()).isEqualTo(ENTRIES_MAX);
        arrive(ENTRIES_MAX);
        nanos.addAndGet(SECOND);
        duringCount =
                () -> {
                    duringCount = () -> {};
                    nanos.addAndGet(SECOND); // so long that the next count is due
                    Thread other = Thread.ofVirtual().start(room::left);
                    try {
                        assertThat(other.join(Duration.ofMinutes(2))).isTrue();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                };

        assertThat(room.left()).isZero();
        arrive(1);
        assertThat(inMap).hasValue(ENTRIES_MAX);
    }

    @Test
    void aLargeEntryTakesSeveralPlaces() {
        assertThat(room.left()).isEqualTo(ENTRIES_MAX);
        assertThat(room.take(350)).isTrue();
        assertThat(room.left()).isEqualTo(ENTRIES_MAX - 4);
    }

    /// It asked for more places than there are, so it was refused for ever, and all refills ended
    /// at it.
    @Test
    void anEntryLargerThanAllBytesFindsAPlace() {
        assertThat(room.left()).isEqualTo(ENTRIES_MAX);
        assertThat(room.take(Integer.MAX_VALUE)).isTrue();
        assertThat(room.left()).isEqualTo(ENTRIES_MAX / 2);
        assertThat(room.take(10)).isTrue();
        assertThat(room.take(Integer.MAX_VALUE)).as("only half of the places").isFalse();
        assertThat(refused).hasValue(1);
    }
}
