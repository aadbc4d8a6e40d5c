package dev.cobnut.framework.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.view.Projection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A projection may fail wherever it is called. Each failure stops its own stream and no other.
class ProjectionFaultsTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private static final StreamId BAD = StreamId.of("bad", "1");
    private static final StreamId GOOD = StreamId.of("good", "1");

    enum Place {
        APPLY,
        LOOKUPS,
        NULL_LOOKUP,
        ENCODE
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void whereverAProjectionThrowsAnErrorOnlyItsOwnStreamIsParked(Place place) {
        try (TestNode node =
                TestNode.start(
                        InMemoryJournal.create(InstantSource.system()), new Failing(place))) {
            node.publisher().pause();
            node.append(BAD, 0, "Counted", "1");
            node.append(GOOD, 0, "Counted", "1");
            node.publisher().resume();
            await().atMost(SOON).until(() -> node.delivery().countParked() == 1);
            node.append(GOOD, 1, "Counted", "1");
            await().atMost(SOON).until(() -> node.journal().countUnpublished() == 1);
            assertThat(node.journal().findInLookup("streams", "all", null, 10))
                    .containsExactly(GOOD.value());
            assertThat(node.delivery().parked(10))
                    .singleElement()
                    .satisfies(parked -> {
                        assertThat(parked.stream()).isEqualTo(BAD);
                        assertThat(parked.failure()).startsWith("failing: ");
                    });
        }
    }

    /// Its value is the category of the stream. It fails for streams of the category `bad`.
    private record Failing(Place place) implements Projection<String> {

        private void at(Place here, String category) {
            if (here == place && category.equals("bad")) {
                throw new NoClassDefFoundError("planted fault");
            }
        }

        @Override
        public String name() {
            return "failing";
        }

        @Override
        public Set<String> categories() {
            return Set.of("good", "bad");
        }

        @Override
        public String apply(@Nullable String current, RecordedEvent event) {
            at(Place.APPLY, event.stream().category());
            return event.stream().category();
        }

        @Override
        public Payload encode(String value) {
            at(Place.ENCODE, value);
            return Payload.ofUtf8(value);
        }

        @Override
        public String decode(Payload payload) {
            return payload.asUtf8();
        }

        @Override
        public List<LookupRow> lookups(String after, RecordedEvent event) {
            at(Place.LOOKUPS, after);
            List<@Nullable LookupRow> rows = new ArrayList<>();
            rows.add(
                    place == Place.NULL_LOOKUP && after.equals("bad")
                            ? null
                            : LookupRow.put("streams", "all"));
            return nullable(rows);
        }

        @SuppressWarnings("unchecked") // what code without null checks may return
        private static <T> List<T> nullable(List<?> rows) {
            return (List<T>) rows;
        }
    }
}
