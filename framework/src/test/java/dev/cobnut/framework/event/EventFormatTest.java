package dev.cobnut.framework.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventFormatTest {

    private static final int ROUNDS = 5_000;

    @Test
    void whatIsDecodedIsWhatWasEncoded() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            RecordedEvent event = event(new Random(seed));
            assertThat(EventFormat.decode(EventFormat.encode(event)))
                    .as("seed " + seed)
                    .isEqualTo(event);
        }
    }

    @Test
    void anEmptyTextIsNotAMissingOne() {
        RecordedEvent empty = event("", "", "");
        assertThat(EventFormat.decode(EventFormat.encode(empty))).isEqualTo(empty);
        RecordedEvent missing = event(null, null, null);
        assertThat(EventFormat.decode(EventFormat.encode(missing))).isEqualTo(missing);
        assertThat(missing).isNotEqualTo(empty);
    }

    /// The length was checked after the commit. One such event kept its whole group out of the
    /// maps, and every later event out of the outbox.
    @Test
    void aTextThatCannotBeKeptIsRefusedBeforeTheEventIsRecorded() {
        String longest = "x".repeat(EventFormat.TEXT_BYTES_MAX);
        RecordedEvent event = event(longest, longest, longest);
        assertThat(EventFormat.decode(EventFormat.encode(event))).isEqualTo(event);
        assertThatThrownBy(() -> event(null, longest + "x", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the correlation of an event has at most 65535 bytes, but was given 65536");
        String threeBytesEach = "語".repeat(EventFormat.TEXT_BYTES_MAX / 3 + 1);
        assertThatThrownBy(() -> event(threeBytesEach, null, null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() ->
                        new NewEvent(
                                new UUID(1, 2),
                                longest + "x",
                                1,
                                Payload.ofUtf8(""),
                                EventMetadata.at(Instant.EPOCH)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the type of an event");
    }

    @Test
    void theFirstByteIsTheFormatAndAnotherFormatIsRefused() {
        byte[] bytes = EventFormat.encode(event("a", null, null));
        assertThat(bytes[0]).isEqualTo((byte) 1);
        bytes[0] = 2;
        assertThatThrownBy(() -> EventFormat.decode(bytes))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessage("event of format 2, this code reads 1");
    }

    @Test
    void microsecondsAreExactAlsoBeforeTheEpoch() {
        for (long micros :
                new long[] {0, 1, -1, 1_770_000_000_123_456L, -62_135_596_800_000_000L}) {
            assertThat(EventFormat.micros(EventFormat.instant(micros))).isEqualTo(micros);
        }
    }

    private static RecordedEvent event(
            @Nullable String causation,
            @Nullable String correlation,
            @Nullable String traceparent) {
        return new RecordedEvent(
                new UUID(1, 2),
                StreamId.of("counter", "1"),
                1,
                "Counted",
                1,
                Payload.ofUtf8(""),
                new EventMetadata(Instant.EPOCH, causation, correlation, traceparent),
                1,
                1);
    }

    private static RecordedEvent event(Random random) {
        byte[] payload = new byte[random.nextInt(random.nextInt(20) == 0 ? 70_000 : 300)];
        random.nextBytes(payload);
        return new RecordedEvent(
                new UUID(random.nextLong(), random.nextLong()),
                StreamId.of("c" + random.nextInt(1_000), "id-" + random.nextLong()),
                random.nextLong(),
                text(random),
                random.nextInt(),
                Payload.of(payload),
                new EventMetadata(
                        Instant.ofEpochSecond(
                                        random.nextLong(-62_135_596_800L, 253_402_300_800L),
                                        random.nextInt(1_000_000) * 1_000L)
                                .truncatedTo(ChronoUnit.MICROS),
                        random.nextBoolean() ? null : text(random),
                        random.nextBoolean() ? null : text(random),
                        random.nextBoolean() ? null : text(random)),
                random.nextLong(),
                random.nextLong());
    }

    /// Letters of one to four bytes in UTF-8.
    private static String text(Random random) {
        String alphabet = "aZ0-_:. ä߿€語𝄞🥜";
        int[] letters = alphabet.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(random.nextInt(50) == 0 ? 16_000 : 60);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(letters[random.nextInt(letters.length)]);
        }
        return text.toString();
    }
}
