package dev.cobnut.framework.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.DeliverablePage;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.journal.Publication;
import dev.cobnut.framework.node.FaultyJournal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.outbox.Entries;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AppendOrderTest {

    private static final long SECONDS_MAX = 120;
    private static final StreamId STREAM = StreamId.of("counter", "1");

    private static final class WithoutSearch extends FaultyJournal {

        WithoutSearch() {
            super(InMemoryJournal.create(InstantSource.system()));
        }

        @Override
        public DeliverablePage readDeliverable(long afterPosition, int limit) {
            throw new AssertionError("steps over the events of parked streams");
        }
    }

    private final WithoutSearch journal = new WithoutSearch();
    private final AppendOrder order = new AppendOrder(journal);

    @BeforeEach
    void start() {
        journal.start(GroupListener.completing());
    }

    @AfterEach
    void close() {
        journal.close();
    }

    /// The question went on to the next deliverable event when the missing one was published, over
    /// all events of parked streams.
    @Test
    void aGapInARetriedStreamIsLookedUpWithoutASearchThroughParkedEvents() {
        List<RecordedEvent> events = commit(STREAM, 3);
        StreamId bad = StreamId.of("counter", "2");
        List<RecordedEvent> others = commit(bad, 1);
        order.park(
                List.of(
                        new ParkedStream(events.getFirst(), 3, "planted fault"),
                        new ParkedStream(others.getFirst(), 3, "planted fault")));
        assertThat(order.unpark(STREAM)).isEqualTo(3);

        assertThat(next(events.get(2))).as("those before it are to be delivered").isEmpty();
        publish(events.get(0));
        assertThat(next(events.get(2))).isEmpty();
        publish(events.get(1));
        assertThat(next(events.get(2))).containsExactly(3L);
    }

    private List<Long> next(RecordedEvent found) {
        return Entries.versions(order.pass(List.of(OutboxEntry.pending(found)), _ -> 0).next());
    }

    private List<RecordedEvent> commit(StreamId stream, int count) {
        AppendRequest request =
                AppendRequest.of(
                        stream,
                        ExpectedVersion.of(0),
                        Stream.generate(() -> TestNode.event("Counted", "1")).limit(count).toList(),
                        null);
        journal.append(request);
        AppendResult result = request.result().orTimeout(SECONDS_MAX, TimeUnit.SECONDS).join();
        return ((AppendResult.Appended) result).events();
    }

    private void publish(RecordedEvent event) {
        Publication publication = Publication.of(List.of(event.position()), List.of());
        journal.publish(publication);
        publication.done().orTimeout(SECONDS_MAX, TimeUnit.SECONDS).join();
    }
}
