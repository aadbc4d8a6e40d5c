package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.node.TestNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What members rest on that write one log, beside [JournalContract].
abstract class SharedJournalContract {

    private static final StreamId FIRST = StreamId.of("counter", "1");
    private static final StreamId SECOND = StreamId.of("counter", "2");
    private static final StreamId THIRD = StreamId.of("counter", "3");

    private final List<SharedJournal> opened = new ArrayList<>();
    private SharedJournal here;
    private SharedJournal there;

    /// Opens a log that nobody else has.
    abstract SharedJournal openFirst();

    /// Opens the log of a journal for another member.
    abstract SharedJournal openAnother(SharedJournal first);

    @BeforeEach
    void start() {
        here = openFirst();
        there = openAnother(here);
        opened.addAll(List.of(here, there));
        opened.forEach(journal -> journal.start(GroupListener.completing()));
    }

    @AfterEach
    void close() {
        opened.forEach(SharedJournal::close);
    }

    private static StreamHead head(Map<StreamId, StreamHead> found, StreamId stream) {
        return Objects.requireNonNull(found.get(stream));
    }

    @Test
    void membersOfOneLogHaveOneIdentityAndOtherLogsHaveAnother() {
        SharedJournal other = openFirst();
        opened.add(other);
        assertThat(there.identity()).isEqualTo(here.identity());
        assertThat(other.identity()).isNotEqualTo(here.identity());
    }

    @Test
    void whatIsUnpublishedOfSomeStreamsIsFoundWhoeverAppendedIt() {
        List<RecordedEvent> events = append(here, FIRST, 0, 2);
        append(there, FIRST, 2, 2);
        append(there, SECOND, 0, 1);
        append(here, THIRD, 0, 1);
        Publication first = Publication.of(List.of(events.getFirst().position()), List.of());
        there.publish(first);
        first.done().join();

        Map<StreamId, StreamHead> found = here.readDeliverable(List.of(FIRST, SECOND), 10);
        assertThat(versions(head(found, FIRST))).containsExactly(2L, 3L, 4L);
        assertThat(versions(head(found, SECOND))).containsExactly(1L);
        assertThat(found)
                .hasSize(2)
                .allSatisfy((_, head) -> assertThat(head.isComplete()).isTrue());
        assertThat(there.readDeliverable(List.of(FIRST, SECOND), 10)).isEqualTo(found);
    }

    @Test
    void noMoreOfAStreamIsFoundThanIsAskedForAndItIsToldThatThereMayBeMore() {
        append(here, FIRST, 0, 5);
        append(here, SECOND, 0, 1);
        Map<StreamId, StreamHead> found = there.readDeliverable(List.of(FIRST, SECOND), 2);
        assertThat(versions(head(found, FIRST))).containsExactly(1L, 2L);
        assertThat(head(found, FIRST).isComplete()).isFalse();
        assertThat(versions(head(found, SECOND))).containsExactly(1L);
        assertThat(head(found, SECOND).isComplete()).isTrue();
    }

    /// The read was bounded by the number of events only: 256 streams with 64 events of 36 kB each
    /// are 590 MB.
    @Test
    void manyStreamsWithLargeEventsAreReadInPartsAndEachHasItsFirstEvent() {
        int share = StreamHead.share(40);
        List<StreamId> streams =
                IntStream.range(0, 40).mapToObj(n -> StreamId.of("large", "" + n)).toList();
        for (StreamId stream : streams.subList(0, 20)) {
            append(here, stream, 0, 4, "x".repeat(share * 2 / 5));
        }
        append(here, streams.get(20), 0, 2, "x".repeat(share * 2));
        append(here, streams.get(21), 0, 3, "x");

        Map<StreamId, StreamHead> found = there.readDeliverable(streams, 10);

        assertThat(found.keySet()).containsExactlyInAnyOrderElementsOf(streams);
        for (StreamId stream : streams.subList(0, 20)) {
            assertThat(versions(head(found, stream))).containsExactly(1L, 2L, 3L);
            assertThat(head(found, stream).isComplete()).isFalse();
        }
        assertThat(versions(head(found, streams.get(20)))).containsExactly(1L);
        assertThat(head(found, streams.get(20)).isComplete()).isFalse();
        assertThat(versions(head(found, streams.get(21)))).containsExactly(1L, 2L, 3L);
        assertThat(head(found, streams.get(21)).isComplete()).isTrue();
        assertThat(head(found, streams.get(22))).isEqualTo(new StreamHead(List.of(), true));
        StreamHead alone =
                head(there.readDeliverable(List.of(streams.getFirst()), 10), streams.getFirst());
        assertThat(versions(alone)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(alone.isComplete()).isTrue();
    }

    @Test
    void aStreamThatIsPublishedOrDoesNotExistHasNothingUnpublished() {
        List<RecordedEvent> events = append(here, FIRST, 0, 1);
        Publication all = Publication.of(List.of(events.getFirst().position()), List.of());
        here.publish(all);
        all.done().join();
        StreamHead nothing = new StreamHead(List.of(), true);
        assertThat(there.readDeliverable(List.of(FIRST, SECOND), 10))
                .isEqualTo(Map.of(FIRST, nothing, SECOND, nothing));
    }

    private static List<Long> versions(StreamHead head) {
        return head.events().stream().map(RecordedEvent::version).toList();
    }

    private static List<RecordedEvent> append(
            SharedJournal journal, StreamId stream, long expected, int count) {
        return append(journal, stream, expected, count, "1");
    }

    private static List<RecordedEvent> append(
            SharedJournal journal, StreamId stream, long expected, int count, String content) {
        List<RecordedEvent> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            AppendRequest request =
                    AppendRequest.of(
                            stream,
                            ExpectedVersion.of(expected + i),
                            List.of(TestNode.event("Counted", content)),
                            null);
            journal.append(request);
            AppendResult result = request.result().join();
            assertThat(result).isInstanceOf(AppendResult.Appended.class);
            if (result instanceof AppendResult.Appended appended) {
                events.addAll(appended.events());
            }
        }
        return events;
    }
}
