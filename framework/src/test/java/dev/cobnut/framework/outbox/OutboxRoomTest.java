package dev.cobnut.framework.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// The places that entries take in one member's part of the outbox map.
class OutboxRoomTest {

    private static final int ENTRIES_MAX = 10;
    private static final long BYTES_MAX = 1_000;

    private final AtomicInteger refused = new AtomicInteger();
    private final OutboxRoom room =
            new OutboxRoom(
                    new OutboxLimits(ENTRIES_MAX, BYTES_MAX, 4),
                    () -> 0,
                    refused::incrementAndGet,
                    () -> 0);

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
