package dev.cobnut.framework.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An event that no journal can hold is refused when it is made, and not in the journal's writer,
/// where it would take its group along.
class NewEventTest {

    private static final Instant TIME = Instant.parse("2026-03-01T11:59:59.123456Z");

    private static NewEvent event(String type, EventMetadata metadata) {
        return new NewEvent(new UUID(1, 2), type, 1, Payload.ofUtf8("{}"), metadata);
    }

    @Test
    void aTimeThatDoesNotFitIntoMicrosecondsIsRefused() {
        for (Instant time :
                new Instant[] {
                    Instant.MAX,
                    Instant.MIN,
                    Instant.ofEpochSecond(Long.MAX_VALUE / 1_000_000 + 1),
                    Instant.ofEpochSecond(Long.MIN_VALUE / 1_000_000 - 1)
                }) {
            assertThatThrownBy(() -> event("OrderPlaced", EventMetadata.at(time)))
                    .as("%s", time)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the time of an event");
        }
    }

    @Test
    void theEarliestAndTheLatestTimeAreEncoded() {
        for (Instant time : new Instant[] {EventFormat.EARLIEST, EventFormat.LATEST}) {
            RecordedEvent event =
                    event("OrderPlaced", EventMetadata.at(time))
                            .recorded(StreamId.of("order", "1"), 1, 1, 1);
            assertThat(EventFormat.decode(EventFormat.encode(event))).isEqualTo(event);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a\0b", "\0", "\uD83D", "x\uDE00", "\uDE00\uD83D", "\uD83D\uD83D\uDE00"})
    void textsThatNotEveryJournalCanStoreAreRefused(String text) {
        for (EventMetadata metadata :
                new EventMetadata[] {
                    new EventMetadata(TIME, text, null, null),
                    new EventMetadata(TIME, null, text, null),
                    new EventMetadata(TIME, null, null, text)
                }) {
            assertThatThrownBy(() -> event("OrderPlaced", metadata))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("which no journal can store");
        }
        assertThatThrownBy(() -> event(text, EventMetadata.at(TIME)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the type of an event");
    }

    @Test
    void aTypeHasOneToTwoHundredAndFiftyFiveCharacters() {
        assertThat(event("😀".repeat(127), EventMetadata.at(TIME)).type()).hasSize(254);
        for (String type : new String[] {"", "x".repeat(256)}) {
            assertThatThrownBy(() -> event(type, EventMetadata.at(TIME)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "the type of an event has 1 to 255 characters, not " + type.length());
        }
    }
}
