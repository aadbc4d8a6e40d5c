package dev.cobnut.framework.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.journal.Publication;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.outbox.Entries;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The table of [VersionGate], row by row.
class VersionGateTest {

    private static final int PER_STREAM_MAX = 4;
    private static final StreamId STREAM = StreamId.of("counter", "1");
    private static final StreamId OTHER = StreamId.of("counter", "2");

    private final InMemoryJournal journal = InMemoryJournal.create(InstantSource.system());
    private final VersionGate gate = new VersionGate(journal, PER_STREAM_MAX);
    private final List<RecordedEvent> events = new ArrayList<>();

    @BeforeEach
    void start() {
        journal.start(GroupListener.completing());
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void whatGoesOnFromWhatIsHeldPassesInTheOrderOfTheVersions() {
        commit(STREAM, 5);
        assertThat(next(pass(3, 5, 4))).containsExactly(4L, 5L);
    }

    @Test
    void whatIsMissingInBetweenComesFromTheJournal() {
        commit(STREAM, 6);
        publish(1, 2, 3);
        assertThat(next(pass(3, 6))).containsExactly(4L, 5L, 6L);
        assertThat(next(pass(0, 6))).as("nothing is known").containsExactly(4L, 5L, 6L);
    }

    @Test
    void whatWasDeliveredHereIsALeftover() {
        commit(STREAM, 4);
        publish(1, 2, 3);
        gate.delivered(STREAM, 3);
        DeliveryOrder.Passed passed = pass(0, 3, 4);
        assertThat(next(passed)).containsExactly(4L);
        assertThat(leftovers(passed)).containsExactly(3L);
    }

    @Test
    void whatTheJournalHasPublishedIsALeftoverWhoeverDeliveredIt() {
        commit(STREAM, 5);
        publish(1, 2, 3, 4, 5);
        DeliveryOrder.Passed passed = pass(0, 5);
        assertThat(next(passed)).isEmpty();
        assertThat(leftovers(passed)).containsExactly(5L);
    }

    @Test
    void whatAnotherMemberDeliveredMeanwhileIsNotDeliveredAgain() {
        commit(STREAM, 6);
        gate.delivered(STREAM, 2);
        publish(1, 2, 3, 4);
        assertThat(next(pass(0, 6))).containsExactly(5L, 6L);
    }

    @Test
    void whatIsHeldStaysWhereItIs() {
        commit(STREAM, 3);
        DeliveryOrder.Passed passed = pass(3, 1, 2, 3);
        assertThat(next(passed)).isEmpty();
        assertThat(leftovers(passed)).isEmpty();
    }

    @Test
    void aNewStreamPassesWithoutAQuestion() {
        // Nothing is committed: the journal would call it a leftover.
        assertThat(next(pass(0, 1, 2))).containsExactly(1L, 2L);
    }

    @Test
    void aLongStreamComesInParts() {
        commit(STREAM, 10);
        DeliveryOrder.Passed first = pass(0, 7, 8, 9, 10);
        assertThat(next(first)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(leftovers(first)).isEmpty();
        publish(1, 2, 3, 4);
        gate.delivered(STREAM, 4);
        assertThat(gate.goesOn(STREAM)).isTrue();
        assertThat(gate.goesOn(STREAM)).as("asked once").isFalse();
        assertThat(next(pass(0, 7, 8, 9, 10))).containsExactly(5L, 6L, 7L, 8L);
    }

    /// A read of large events ends by bytes, with fewer events than it was asked for. Entries
    /// behind its end are no leftovers.
    @Test
    void aStreamOfLargeEventsComesInPartsAndNoneIsTakenForALeftover() {
        commit(STREAM, 4, "x".repeat(EventPage.BYTES_MAX));
        DeliveryOrder.Passed first = pass(0, 3, 4);
        assertThat(next(first)).containsExactly(1L);
        assertThat(leftovers(first)).isEmpty();
        publish(1);
        gate.delivered(STREAM, 1);
        assertThat(gate.goesOn(STREAM)).isTrue();
        assertThat(next(pass(0, 3, 4))).containsExactly(2L);
        publish(2);
        gate.delivered(STREAM, 2);
        assertThat(gate.goesOn(STREAM)).isTrue();
        assertThat(next(pass(0, 3, 4))).containsExactly(3L, 4L);
        assertThat(gate.goesOn(STREAM)).isFalse();
    }

    /// The gate took version 1 without a question, although the stream had just been parked there.
    /// The publisher parked it again and again.
    @Test
    void aStreamThatIsParkedAtItsFirstEventDoesNotPassUntilItIsRetried() {
        commit(STREAM, 2);
        assertThat(next(pass(0, 1))).containsExactly(1L);
        assertThat(gate.park(List.of(new ParkedStream(events.getFirst(), 3, "planted fault"))))
                .containsExactly(STREAM);

        DeliveryOrder.Passed parked = pass(0, 1);
        assertThat(next(parked)).isEmpty();
        assertThat(leftovers(parked)).containsExactly(1L);

        assertThat(gate.unpark(STREAM)).isEqualTo(2);
        assertThat(next(pass(0, 1))).containsExactly(1L, 2L);
        gate.delivered(STREAM, 2);
        assertThat(next(pass(0, 3))).as("without a question again").containsExactly(3L);
    }

    /// Another member delivered the event meanwhile, so the journal does not park it.
    @Test
    void aStreamThatTheJournalDoesNotParkIsAskedForBeforeItPassesAgain() {
        commit(STREAM, 1);
        assertThat(next(pass(0, 1))).containsExactly(1L);
        publish(1);
        assertThat(gate.park(List.of(new ParkedStream(events.getFirst(), 3, "planted fault"))))
                .isEmpty();
        DeliveryOrder.Passed published = pass(0, 1);
        assertThat(next(published)).isEmpty();
        assertThat(leftovers(published)).containsExactly(1L);
    }

    @Test
    void streamsDoNotDisturbEachOther() {
        commit(STREAM, 2);
        commit(OTHER, 2);
        DeliveryOrder.Passed passed =
                gate.pass(List.of(entry(STREAM, 2), entry(OTHER, 2), entry(OTHER, 1)), _ -> 0);
        assertThat(passed.next())
                .extracting(OutboxEntry::key)
                .containsExactly("1@counter-1", "2@counter-1", "1@counter-2", "2@counter-2");
    }

    private DeliveryOrder.Passed pass(long held, long... versions) {
        List<OutboxEntry> found =
                LongStream.of(versions).mapToObj(version -> entry(STREAM, version)).toList();
        return gate.pass(found, _ -> held);
    }

    private static OutboxEntry entry(StreamId stream, long version) {
        return Entries.entry(stream, version, Entries.T0 + version);
    }

    private static List<Long> next(DeliveryOrder.Passed passed) {
        return Entries.versions(passed.next());
    }

    private static List<Long> leftovers(DeliveryOrder.Passed passed) {
        return Entries.versions(passed.leftovers());
    }

    private void commit(StreamId stream, int count) {
        commit(stream, count, "1");
    }

    private void commit(StreamId stream, int count, String content) {
        for (int version = 0; version < count; version++) {
            AppendRequest request =
                    AppendRequest.of(
                            stream,
                            ExpectedVersion.of(version),
                            List.of(TestNode.event("Counted", content)),
                            null);
            journal.append(request);
            if (request.result().join() instanceof AppendResult.Appended appended) {
                events.addAll(appended.events());
            }
        }
    }

    private void publish(long... versions) {
        List<Long> positions =
                LongStream.of(versions)
                        .map(version -> events.get((int) version - 1).position())
                        .boxed()
                        .toList();
        Publication publication = Publication.of(positions, List.of());
        journal.publish(publication);
        publication.done().join();
    }
}
