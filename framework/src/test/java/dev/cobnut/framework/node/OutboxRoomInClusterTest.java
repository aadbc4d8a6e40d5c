package dev.cobnut.framework.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.outbox.OutboxMap;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The limit of the outbox with several members, of which one appends and another one does not
/// deliver.
class OutboxRoomInClusterTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int ENTRIES_MAX = 200;
    private static final int STREAMS = 100;
    private static final int VERSIONS = 20;

    private final AppliedVersions versions = new AppliedVersions("versions");
    private final InMemoryJournal log = InMemoryJournal.create(InstantSource.system());
    private final List<Integer> ports = TestMember.freePorts(3);
    private final List<TestMember> members = new ArrayList<>();

    /// Number of events that each member delivered.
    private final List<AtomicLong> delivered = List.of(new AtomicLong(), new AtomicLong());

    @AfterEach
    void closeAll() {
        members.reversed().forEach(TestMember::close);
        log.close();
    }

    /// The member that appends looked at its own entries only. It went on putting events into the
    /// part of a member whose delivery was paused: 47 168 entries with a limit of 20 000, and
    /// rising.
    @Test
    void aMemberThatDoesNotDeliverHoldsNoMoreThanItsLimitAndTheRestWaitsInTheJournal() {
        begin();
        TestMember appending = members.get(0);
        TestMember paused = members.get(1);
        paused.publisher().pause();
        for (int version = 0; version < VERSIONS; version++) {
            append(appending, version);
            // The other member's part is counted meanwhile, as a scrape of its metrics does.
            assertThat(ownedBy(paused)).isLessThanOrEqualTo(ENTRIES_MAX);
        }
        // Everything of the appending member's own streams is delivered.
        await().atMost(SOON).until(() -> ownedBy(appending) == 0);
        await().during(Duration.ofSeconds(1))
                .atMost(SOON)
                .until(() -> ownedBy(paused) <= ENTRIES_MAX);
        assertThat(ownedBy(paused)).as("it fills its room").isGreaterThan(ENTRIES_MAX / 2);
        assertThat(log.countUnpublished()).isGreaterThan(2 * ENTRIES_MAX);

        paused.publisher().resume();
        await().atMost(SOON).until(() -> log.countUnpublished() == 0);
        String all =
                String.join(
                        ",", IntStream.rangeClosed(1, VERSIONS).mapToObj(String::valueOf).toList());
        assertThat(appending.view(versions).findAll(streams()))
                .hasSize(STREAMS)
                .allSatisfy(viewed -> assertThat(viewed.value()).isEqualTo(all));
        await().atMost(SOON).until(() -> ownedBy(paused) == 0);
        assertThat(log.findInLookup("counters", "all", null, 2 * STREAMS)).hasSize(STREAMS);
    }

    /// A member that holds as much as it may still takes part: its limit says nothing about the
    /// others.
    @Test
    void aFullMemberKeepsNoEventsFromTheOthers() {
        begin();
        TestMember full = members.get(0);
        TestMember other = members.get(1);
        full.publisher().pause();
        for (int version = 0; version < VERSIONS; version++) {
            append(full, version);
        }
        await().atMost(SOON).until(() -> ownedBy(full) > ENTRIES_MAX / 2);
        await().atMost(SOON).until(() -> ownedBy(other) == 0);
        long before = delivered.get(1).get();
        append(full, VERSIONS);
        await().atMost(SOON).until(() -> delivered.get(1).get() > before);
        await().atMost(SOON).until(() -> ownedBy(other) == 0);
        full.publisher().resume();
        await().atMost(SOON).until(() -> log.countUnpublished() == 0);
    }

    private void begin() {
        for (int i = 0; i < 2; i++) {
            AtomicLong count = delivered.get(i);
            members.add(
                    TestMember.start(
                            log.sibling(),
                            ports,
                            ports.get(i),
                            ENTRIES_MAX,
                            EventStore.COPY_WAIT_MAX,
                            (entries, _) -> count.addAndGet(entries.size()),
                            versions));
        }
        await().atMost(SOON)
                .until(() -> members.stream().allMatch(member -> member.majority().present() == 2));
        await().atMost(SOON)
                .until(() ->
                        members.stream()
                                .allMatch(member ->
                                        member.hazelcast().getPartitionService().isClusterSafe()));
    }

    private static long ownedBy(TestMember member) {
        return member.hazelcast().getMap(OutboxMap.NAME).getLocalMapStats().getOwnedEntryCount();
    }

    private static List<StreamId> streams() {
        return IntStream.range(0, STREAMS)
                .mapToObj(number -> StreamId.of("counter", String.format("%04d", number)))
                .toList();
    }

    private static void append(TestMember member, int version) {
        List<AppendRequest> requests =
                streams().stream()
                        .map(stream ->
                                AppendRequest.of(
                                        stream,
                                        ExpectedVersion.of(version),
                                        List.of(TestNode.event("Added", "{\"by\":1}")),
                                        null))
                        .toList();
        requests.forEach(member.journal()::append);
        for (AppendRequest request : requests) {
            assertThat(request.result().join()).isInstanceOf(AppendResult.Appended.class);
        }
    }
}
