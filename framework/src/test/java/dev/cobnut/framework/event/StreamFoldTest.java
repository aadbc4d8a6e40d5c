package dev.cobnut.framework.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StreamFoldTest {

    private static final StreamId STREAM = StreamId.of("counter", "1");
    private static final int PAGE = StreamFold.PAGE_EVENTS_MAX;

    private final List<Integer> limits = new ArrayList<>();

    @Test
    void aStreamWithoutEventsHasNoState() {
        assertThat(sum(null, Long.MAX_VALUE, 0)).isNull();
    }

    @Test
    void eventsAreAppliedInOrderPageByPage() {
        assertThat(sum(null, Long.MAX_VALUE, 2 * PAGE + 1))
                .isEqualTo(new Versioned<>(versions(1, 2 * PAGE + 1), 2 * PAGE + 1));
        assertThat(limits).containsExactly(PAGE, PAGE, PAGE);
    }

    @Test
    void aFullLastPageIsFollowedByAnEmptyOne() {
        assertThat(sum(null, Long.MAX_VALUE, PAGE)).isNotNull();
        assertThat(limits).containsExactly(PAGE, PAGE);
    }

    @Test
    void theFoldEndsAtTheVersionThatWasAskedFor() {
        assertThat(sum(null, PAGE + 2, 5 * PAGE))
                .isEqualTo(new Versioned<>(versions(1, PAGE + 2), PAGE + 2));
        assertThat(limits).containsExactly(PAGE, 2);
    }

    @Test
    void theFoldGoesOnFromAState() {
        assertThat(sum(new Versioned<>("", 3), 5, 10))
                .isEqualTo(new Versioned<>(versions(4, 5), 5));
        assertThat(sum(new Versioned<>("kept", 3), 3, 10)).isEqualTo(new Versioned<>("kept", 3));
    }

    @Test
    void aFoldOfWhatCanBeAppliedEndsBeforeTheEventThatCannot() {
        for (Throwable failure :
                List.of(new IllegalStateException("no"), new NoClassDefFoundError("gone"))) {
            StreamFold.Partial<String> folded =
                    StreamFold.foldApplicable(
                            null,
                            Long.MAX_VALUE,
                            (afterVersion, _) -> afterVersion > 0 ? List.of() : firstThree(),
                            (state, event) -> {
                                if (event.version() == 2) {
                                    switch (failure) {
                                        case Error error -> throw error;
                                        default -> throw new IllegalStateException("no");
                                    }
                                }
                                return (state == null ? "" : state) + event.version();
                            });
            assertThat(folded.reached()).isEqualTo(new Versioned<>("1", 1, true));
            assertThat(folded.stoppedBy()).hasMessage(failure.getMessage());
        }
    }

    private static List<RecordedEvent> firstThree() {
        return List.of(event(1), event(2), event(3));
    }

    private @Nullable Versioned<String> sum(
            @Nullable Versioned<String> from, long upToVersion, int events) {
        return StreamFold.<String>fold(
                        from,
                        upToVersion,
                        (afterVersion, limit) -> {
                            limits.add(limit);
                            List<RecordedEvent> page = new ArrayList<>();
                            for (long v = afterVersion + 1;
                                    v <= events && page.size() < limit;
                                    v++) {
                                page.add(event(v));
                            }
                            return page;
                        },
                        (state, event) -> (state == null ? "" : state) + event.version() + " ")
                .reached();
    }

    private static String versions(long first, long last) {
        StringBuilder text = new StringBuilder();
        for (long version = first; version <= last; version++) {
            text.append(version).append(' ');
        }
        return text.toString();
    }

    private static RecordedEvent event(long version) {
        return new RecordedEvent(
                new UUID(0, version),
                STREAM,
                version,
                "Added",
                1,
                Payload.ofUtf8("{}"),
                EventMetadata.at(Instant.EPOCH),
                version,
                version);
    }
}
