package dev.cobnut.framework.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.view.View;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The way of committed events to the views, with a real member and a real journal.
class DeliveryTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final AppliedVersions versions = new AppliedVersions("versions");

    @Test
    void everyCommittedEventReachesTheViewOnceAndInOrder() {
        try (TestNode node =
                TestNode.start(InMemoryJournal.create(InstantSource.system()), versions)) {
            List<StreamId> streams =
                    IntStream.range(0, 50).mapToObj(DeliveryTest::counter).toList();
            for (int version = 0; version < 20; version++) {
                appendToAll(node, streams, version);
            }
            awaitAllDelivered(node);
            String all = versionsUpTo(20);
            assertThat(node.view(versions).findAll(streams))
                    .hasSize(50)
                    .allSatisfy(viewed -> assertThat(viewed.value()).isEqualTo(all));
            await().atMost(SOON).until(() -> node.delivery().pendingInMap() == 0);
            assertThat(node.journal().findInLookup("counters", "all", null, 100)).hasSize(50);
        }
    }

    @Test
    void anEventThatCannotBeAppliedParksItsOwnStreamAndARetryBringsTheRestInOrder() {
        StreamId bad = counter(1);
        StreamId good = counter(2);
        versions.failFor(bad);
        try (TestNode node =
                TestNode.start(InMemoryJournal.create(InstantSource.system()), versions)) {
            for (int version = 0; version < 3; version++) {
                appendToAll(node, List.of(bad, good), version);
            }
            await().atMost(SOON).until(() -> node.delivery().countParked() == 1);
            appendToAll(node, List.of(bad, good), 3);

            await().atMost(SOON).until(() -> valueOf(node, good).equals("1,2,3,4"));
            assertThat(valueOf(node, bad)).isEqualTo("1");
            ParkedStream parked = node.delivery().parked(10).getFirst();
            assertThat(parked.stream()).isEqualTo(bad);
            assertThat(parked.version()).isEqualTo(2);
            assertThat(parked.attempts()).isEqualTo(3);
            assertThat(parked.failure()).contains("planted fault");
            await().atMost(SOON).until(() -> node.journal().countUnpublished() == 3);

            versions.heal();
            assertThat(node.delivery().retry(bad).join()).isEqualTo(3);
            await().atMost(SOON).until(() -> valueOf(node, bad).equals("1,2,3,4"));
            awaitAllDelivered(node);
            assertThat(node.delivery().parked(10)).isEmpty();
            assertThat(node.delivery().countParked()).isZero();
        }
    }

    /// Entries of parked streams stayed in the map, before those that were pending. With 10 000 of
    /// them, a poll that found 255 pending ones took 14 times as long as one that found 128.
    @Test
    void eventsOfParkedStreamsAreInTheWayOfNoPoll() {
        List<StreamId> bad = IntStream.range(0, 20).mapToObj(DeliveryTest::counter).toList();
        List<StreamId> good = IntStream.range(100, 355).mapToObj(DeliveryTest::counter).toList();
        bad.forEach(versions::failFor);
        try (TestNode node =
                TestNode.start(InMemoryJournal.create(InstantSource.system()), versions)) {
            for (int version = 0; version < 150; version++) {
                appendToAll(node, bad, version);
            }
            await().atMost(SOON).until(() -> node.delivery().countParked() == 20);
            await().atMost(SOON).until(() -> node.hazelcast().getMap("outbox").isEmpty());
            await().atMost(SOON).until(() -> node.feed().inMap() == 0);
            assertThat(node.journal().countUnpublished()).isEqualTo(20 * 149);

            node.publisher().pause();
            appendToAll(node, good, 0);
            await().atMost(SOON).until(() -> node.hazelcast().getMap("outbox").size() == 255);
            node.publisher().resume();
            await().atMost(SOON).until(() -> node.journal().countUnpublished() == 20 * 149);

            versions.heal();
            for (StreamId stream : bad) {
                assertThat(node.delivery().retry(stream).join()).isEqualTo(149);
            }
            awaitAllDelivered(node);
            assertThat(node.view(versions).findAll(bad))
                    .allSatisfy(viewed -> assertThat(viewed.value()).isEqualTo(versionsUpTo(150)));
        }
    }

    @Test
    void aParkedStreamStaysParkedOverARestartUntilItIsRetried(@TempDir Path folder) {
        StreamId stream = counter(8);
        versions.failFor(stream);
        try (TestNode node = TestNode.start(open(folder), versions)) {
            for (int version = 0; version < 3; version++) {
                appendToAll(node, List.of(stream), version);
            }
            await().atMost(SOON).until(() -> node.delivery().countParked() == 1);
        }
        versions.heal();
        try (TestNode node = TestNode.start(open(folder), versions)) {
            appendToAll(node, List.of(stream), 3);
            await().atMost(SOON).until(() -> node.feed().inMap() == 0);
            assertThat(node.delivery().parked(10))
                    .singleElement()
                    .satisfies(parked -> assertThat(parked.version()).isEqualTo(2));
            assertThat(node.delivery().retry(stream).join()).isEqualTo(3);
            awaitAllDelivered(node);
            assertThat(valueOf(node, stream)).isEqualTo("1,2,3,4");
        }
    }

    /// An `Error` ended the delivery job. The job began again and met the same event, so the 50
    /// other streams were never delivered, and nothing was parked.
    @Test
    void anErrorOfAProjectionParksItsOwnStreamAndTheOthersAreDelivered() {
        StreamId deep = counter(101);
        StreamId unlinked = counter(102);
        versions.failFor(deep, () -> depth(0));
        versions.failFor(
                unlinked,
                () -> {
                    throw new NoClassDefFoundError("planted fault");
                });
        List<StreamId> good = IntStream.range(0, 50).mapToObj(DeliveryTest::counter).toList();
        List<StreamId> all = new ArrayList<>(List.of(deep, unlinked));
        all.addAll(good);
        try (TestNode node =
                TestNode.start(InMemoryJournal.create(InstantSource.system()), versions)) {
            for (int version = 0; version < 3; version++) {
                appendToAll(node, all, version);
            }
            await().atMost(SOON).until(() -> node.delivery().countParked() == 2);
            await().atMost(SOON).until(() -> node.journal().countUnpublished() == 4);
            assertThat(node.view(versions).findAll(good))
                    .hasSize(50)
                    .allSatisfy(viewed -> assertThat(viewed.value()).isEqualTo("1,2,3"));
            assertThat(valueOf(node, deep)).isEqualTo("1");
            assertThat(node.delivery().parked(10))
                    .extracting(ParkedStream::failure)
                    .anyMatch(failure -> failure.contains("versions: StackOverflowError"))
                    .anyMatch(failure -> failure.contains("versions: NoClassDefFoundError"));

            versions.heal();
            assertThat(node.delivery().retry(deep).join()).isEqualTo(2);
            assertThat(node.delivery().retry(unlinked).join()).isEqualTo(2);
            awaitAllDelivered(node);
            assertThat(valueOf(node, unlinked)).isEqualTo("1,2,3");
        }
    }

    /// A value that could not be encoded interrupted its whole page again and again, and parked
    /// nothing.
    @Test
    void aValueThatCannotBeEncodedParksItsOwnStreamAtThatVersion() {
        StreamId bad = counter(1);
        StreamId good = counter(2);
        versions.doNotEncode("1,2,3");
        try (TestNode node =
                TestNode.start(InMemoryJournal.create(InstantSource.system()), versions)) {
            node.publisher().pause();
            appendToAll(node, List.of(good), 0);
            for (int version = 0; version < 3; version++) {
                appendToAll(node, List.of(bad), version);
            }
            node.publisher().resume();
            await().atMost(SOON).until(() -> node.delivery().countParked() == 1);
            await().atMost(SOON).until(() -> node.journal().countUnpublished() == 1);
            assertThat(valueOf(node, good)).isEqualTo("1");
            assertThat(node.delivery().parked(10))
                    .extracting(entry -> entry.event().version())
                    .containsExactly(3L);
            assertThat(node.delivery().parked(10).getFirst().failure())
                    .contains("planted fault of the encoding");
        }
    }

    /// One projection that threw kept the event, and all later ones of its stream, from every other
    /// view.
    @Test
    void aProjectionThatFailsHoldsNoOtherViewOfItsStreamBack() {
        StreamId stream = counter(1);
        AppliedVersions healthy = new AppliedVersions("healthy");
        versions.failFor(stream);
        try (TestNode node =
                TestNode.start(InMemoryJournal.create(InstantSource.system()), versions, healthy)) {
            for (int version = 0; version < 3; version++) {
                appendToAll(node, List.of(stream), version);
            }
            await().atMost(SOON).until(() -> node.delivery().countParked() == 1);
            await().atMost(SOON).until(() -> entryOf(node, healthy, stream).equals("1,2,3"));
            assertThat(entryOf(node, versions, stream)).isEqualTo("1");
            assertThat(node.journal().countUnpublished()).isEqualTo(2);

            appendToAll(node, List.of(stream), 3);
            appendToAll(node, List.of(stream), 4);
            await().atMost(SOON).until(() -> entryOf(node, healthy, stream).equals("1,2,3,4,5"));
            assertThat(entryOf(node, versions, stream)).isEqualTo("1");
            assertThat(node.journal().countUnpublished()).isEqualTo(4);

            versions.heal();
            assertThat(node.delivery().retry(stream).join()).isEqualTo(4);
            awaitAllDelivered(node);
            assertThat(entryOf(node, versions, stream)).isEqualTo("1,2,3,4,5");
            assertThat(entryOf(node, healthy, stream)).isEqualTo("1,2,3,4,5");
        }
    }

    @Test
    void aProjectionThatFailsIsLoggedOnceWithItsNameItsStreamAndTheTrace() {
        StreamId stream = counter(1);
        versions.failFor(stream);
        try (LoggedRecords log = LoggedRecords.of("dev.cobnut.framework.delivery");
                TestNode node =
                        TestNode.start(InMemoryJournal.create(InstantSource.system()), versions)) {
            for (int version = 0; version < 3; version++) {
                appendToAll(node, List.of(stream), version);
            }
            await().atMost(SOON).until(() -> !log.at(Level.SEVERE).isEmpty());
            assertThat(node.delivery().countParked()).isEqualTo(1);
            List<LogRecord> warnings = log.at(Level.WARNING);
            assertThat(warnings).hasSize(1);
            assertThat(LoggedRecords.text(warnings.getFirst()))
                    .contains("projection versions")
                    .contains("version 2 of stream " + stream.value());
            assertThat(warnings.getFirst().getThrown())
                    .hasMessage("planted fault")
                    .satisfies(thrown ->
                            assertThat(thrown.getStackTrace())
                                    .anyMatch(frame ->
                                            frame.getClassName()
                                                    .equals(AppliedVersions.class.getName())));
            assertThat(LoggedRecords.text(log.at(Level.SEVERE).getFirst()))
                    .contains("versions: IllegalStateException: planted fault");
        }
    }

    @Test
    void aFaultThatPassesIsRetriedAndParksNothing() {
        StreamId stream = counter(1);
        versions.failFor(stream);
        try (TestNode node =
                TestNode.start(InMemoryJournal.create(InstantSource.system()), versions)) {
            node.publisher().pause();
            appendToAll(node, List.of(stream), 0);
            appendToAll(node, List.of(stream), 1);
            versions.heal();
            node.publisher().resume();
            awaitAllDelivered(node);
            assertThat(valueOf(node, stream)).isEqualTo("1,2");
            assertThat(node.delivery().countParked()).isZero();
        }
    }

    @Test
    void whatDoesNotFitIntoTheMapWaitsInTheJournalAndComesBackInOrder() {
        int entriesMax = 100;
        try (TestNode node =
                TestNode.start(
                        InMemoryJournal.create(InstantSource.system()), entriesMax, versions)) {
            node.publisher().pause();
            List<StreamId> streams =
                    IntStream.range(0, 20).mapToObj(DeliveryTest::counter).toList();
            for (int version = 0; version < 30; version++) {
                appendToAll(node, streams, version);
            }
            assertThat(node.feed().inMap()).isLessThanOrEqualTo(entriesMax);
            assertThat(node.journal().countUnpublished()).isEqualTo(600);

            node.publisher().resume();
            awaitAllDelivered(node);
            String all = versionsUpTo(30);
            assertThat(node.view(versions).findAll(streams))
                    .hasSize(20)
                    .allSatisfy(viewed -> assertThat(viewed.value()).isEqualTo(all));
            assertThat(node.feed().inMap()).isZero();

            appendToAll(node, streams, 30);
            awaitAllDelivered(node);
            assertThat(valueOf(node, streams.getFirst())).isEqualTo(versionsUpTo(31));
        }
    }

    @Test
    void undeliveredEventsOfARunBeforeAreDeliveredAfterTheStart(@TempDir Path folder) {
        StreamId stream = counter(7);
        try (TestNode node = TestNode.start(open(folder), versions)) {
            node.publisher().pause();
            for (int version = 0; version < 3; version++) {
                appendToAll(node, List.of(stream), version);
            }
        }
        try (TestNode node = TestNode.start(open(folder), versions)) {
            awaitAllDelivered(node);
            assertThat(node.journal().findInLookup("counters", "all", null, 10))
                    .containsExactly(stream.value());
            assertThat(valueOf(node, stream)).isEqualTo("1,2,3");
        }
    }

    @Test
    void entriesThatTheMapHasLostComeBackFromTheJournal() {
        try (TestNode node =
                TestNode.start(InMemoryJournal.create(InstantSource.system()), versions)) {
            node.publisher().pause();
            StreamId stream = counter(3);
            appendToAll(node, List.of(stream), 0);
            await().atMost(SOON).until(() -> node.delivery().pendingInMap() == 1);
            node.hazelcast().getMap("outbox").clear();
            node.publisher().resume();
            awaitAllDelivered(node);
            assertThat(valueOf(node, stream)).isEqualTo("1");
        }
    }

    /// The clock jumped an hour ahead once, and the events of that moment have its times. Their age
    /// was -3599 s, so the health was UP and no alert was raised, and lost entries were not put
    /// back for an hour.
    @Test
    void anEventThatWasRecordedWhileTheClockWasAnHourAheadAgesAndIsPutBackLikeAnyOther() {
        InstantSource ahead = () -> Instant.now().plus(Duration.ofHours(1));
        try (TestNode node = TestNode.start(InMemoryJournal.create(ahead), versions)) {
            StreamId stream = counter(3);
            awaitAgeOfAnUndelivered(stream, node);
            node.hazelcast().getMap("outbox").clear();
            node.publisher().resume();
            awaitAllDelivered(node);
            assertThat(valueOf(node, stream)).isEqualTo("1");
            assertThat(node.delivery().oldestPendingAge()).isZero();
        }
    }

    @Test
    void anEventThatWasRecordedWhileTheClockWasAnHourBehindIsNotAnHourOld() {
        InstantSource behind = () -> Instant.now().minus(Duration.ofHours(1));
        try (TestNode node = TestNode.start(InMemoryJournal.create(behind), versions)) {
            awaitAgeOfAnUndelivered(counter(3), node);
            assertThat(node.delivery().oldestPendingAge()).isLessThan(Duration.ofMinutes(30));
        }
    }

    @Test
    void aViewEntryThatIsNotInMemoryIsFoldedFromTheStream() {
        try (TestNode node =
                TestNode.start(InMemoryJournal.create(InstantSource.system()), versions)) {
            StreamId stream = counter(4);
            for (int version = 0; version < 15; version++) {
                appendToAll(node, List.of(stream), version);
            }
            awaitAllDelivered(node);
            node.hazelcast().getMap(View.MAP_PREFIX + "versions").clear();
            assertThat(valueOf(node, stream)).isEqualTo(versionsUpTo(15));
            appendToAll(node, List.of(stream), 15);
            awaitAllDelivered(node);
            assertThat(valueOf(node, stream)).isEqualTo(versionsUpTo(16));
        }
    }

    @Test
    void aReadSeesWhatWasAppendedBeforeAlsoWhenTheStreamIsNotInMemory() {
        try (TestNode node =
                TestNode.start(InMemoryJournal.create(InstantSource.system()), versions)) {
            StreamId stream = counter(5);
            for (int version = 0; version < 25; version++) {
                if (version % 4 == 3) {
                    node.hazelcast().getMap("event-streams").delete(stream.value());
                }
                appendToAll(node, List.of(stream), version);
                assertThat(node.streams().read(stream, 0, 1_000)).hasSize(version + 1);
                assertThat(node.streams().read(stream, version, 1_000)).hasSize(1);
            }
        }
    }

    /// Deeper than any stack.
    private static int depth(int below) {
        return below < 0 ? 0 : 1 + depth(below + 1);
    }

    /// What the map of the view has; a query would fold a missing entry.
    private static String entryOf(TestNode node, AppliedVersions projection, StreamId stream) {
        assertThat(node.hazelcast().getMap(View.MAP_PREFIX + projection.name()).keySet())
                .contains(stream.value());
        return node.view(projection).find(stream).orElseThrow().value();
    }

    private static void appendToAll(TestNode node, List<StreamId> streams, int version) {
        List<AppendRequest> requests = new ArrayList<>();
        for (StreamId stream : streams) {
            requests.add(
                    node.streams()
                            .append(
                                    AppendRequest.of(
                                            stream,
                                            ExpectedVersion.of(version),
                                            List.of(TestNode.event("Counted", "1")),
                                            null)));
        }
        for (AppendRequest request : requests) {
            assertThat(request.result().join()).isInstanceOf(AppendResult.Appended.class);
        }
    }

    private static void awaitAgeOfAnUndelivered(StreamId stream, TestNode node) {
        node.publisher().pause();
        appendToAll(node, List.of(stream), 0);
        await().atMost(SOON)
                .until(() ->
                        node.delivery().oldestPendingAge().compareTo(Duration.ofMillis(100)) > 0);
    }

    private static void awaitAllDelivered(TestNode node) {
        await().atMost(SOON).until(() -> node.journal().countUnpublished() == 0);
        await().atMost(SOON).until(() -> node.feed().inMap() == 0);
    }

    private String valueOf(TestNode node, StreamId stream) {
        return node.view(versions).find(stream).map(View.Viewed::value).orElse("");
    }

    private static StreamId counter(int number) {
        return StreamId.of("counter", String.format("%04d", number));
    }

    private static String versionsUpTo(int last) {
        return String.join(",", IntStream.rangeClosed(1, last).mapToObj(String::valueOf).toList());
    }

    private static SqliteJournal open(Path folder) {
        return SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system());
    }
}
