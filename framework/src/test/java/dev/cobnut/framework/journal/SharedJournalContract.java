package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.node.TestNode;
import java.util.ArrayList;
import java.util.List;
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

        assertThat(versions(here.readUnpublished(List.of(FIRST, SECOND), 10), FIRST))
                .containsExactly(2L, 3L, 4L);
        assertThat(versions(there.readUnpublished(List.of(FIRST, SECOND), 10), SECOND))
                .containsExactly(1L);
        assertThat(here.readUnpublished(List.of(FIRST, SECOND), 10)).hasSize(4);
    }

    @Test
    void noMoreOfAStreamIsFoundThanIsAskedFor() {
        append(here, FIRST, 0, 5);
        append(here, SECOND, 0, 1);
        List<RecordedEvent> found = there.readUnpublished(List.of(FIRST, SECOND), 2);
        assertThat(versions(found, FIRST)).containsExactly(1L, 2L);
        assertThat(versions(found, SECOND)).containsExactly(1L);
    }

    @Test
    void aStreamThatIsPublishedOrDoesNotExistHasNothingUnpublished() {
        List<RecordedEvent> events = append(here, FIRST, 0, 1);
        Publication all = Publication.of(List.of(events.getFirst().position()), List.of());
        here.publish(all);
        all.done().join();
        assertThat(there.readUnpublished(List.of(FIRST, SECOND), 10)).isEmpty();
    }

    private static List<Long> versions(List<RecordedEvent> events, StreamId stream) {
        return events.stream()
                .filter(event -> event.stream().equals(stream))
                .map(RecordedEvent::version)
                .toList();
    }

    private static List<RecordedEvent> append(
            SharedJournal journal, StreamId stream, long expected, int count) {
        List<RecordedEvent> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            AppendRequest request =
                    AppendRequest.of(
                            stream,
                            ExpectedVersion.of(expected + i),
                            List.of(TestNode.event("Counted", "1")),
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
