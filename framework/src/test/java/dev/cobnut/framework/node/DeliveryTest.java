package dev.cobnut.framework.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.view.View;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The way of committed events to the views, with a real member and a real journal.
class DeliveryTest {

    private static final Duration SOON = Duration.ofSeconds(20);

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
            assertThat(node.delivery().pendingInMap()).isZero();
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
            await().atMost(SOON).until(() -> node.publisher().parkedStreamCount() == 1);
            appendToAll(node, List.of(bad, good), 3);

            await().atMost(SOON).until(() -> valueOf(node, good).equals("1,2,3,4"));
            assertThat(valueOf(node, bad)).isEqualTo("1");
            await().atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(node.delivery().parked(10))
                                    .extracting(entry -> entry.event().version())
                                    .containsExactly(2L, 3L, 4L));
            assertThat(node.delivery().parked(10).getFirst().failure()).contains("planted fault");
            assertThat(node.journal().countUnpublished()).isEqualTo(3);

            versions.heal();
            assertThat(node.delivery().retry(bad).join()).isEqualTo(3);
            await().atMost(SOON).until(() -> valueOf(node, bad).equals("1,2,3,4"));
            awaitAllDelivered(node);
            assertThat(node.delivery().parked(10)).isEmpty();
            assertThat(node.publisher().parkedStreamCount()).isZero();
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
            assertThat(node.publisher().parkedStreamCount()).isZero();
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
