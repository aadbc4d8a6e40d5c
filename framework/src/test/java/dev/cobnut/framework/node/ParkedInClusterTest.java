package dev.cobnut.framework.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.outbox.OutboxMap;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Streams that are parked while members come and go. One event of each stream cannot be applied
/// until the projection is healed: the second one, where nothing else is said.
class ParkedInClusterTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final AppliedVersions versions = new AppliedVersions("versions");
    private final InMemoryJournal log = InMemoryJournal.create(InstantSource.system());
    private final List<Integer> ports = TestMember.freePorts(3);
    private final List<TestMember> members = new ArrayList<>();
    private final List<StreamId> streams =
            IntStream.range(0, 24)
                    .mapToObj(number -> StreamId.of("counter", "p" + number))
                    .toList();

    @AfterEach
    void closeAll() {
        members.reversed().forEach(TestMember::close);
        log.close();
    }

    /// Each member remembered the streams that it had parked, for ever. The partitions moved to
    /// another member and back, and the streams were retried meanwhile. Their later events were
    /// parked at once, and nobody could retry them.
    @Test
    void aStreamThatWasRetriedWhileItsPartitionWasElsewhereIsDeliveredWhenThePartitionIsBack() {
        begin(2);
        parkAll();
        add(2);
        await().atMost(SOON).until(() -> sees(3) && members.get(2).feed().isCaughtUp());
        versions.heal();
        streams.forEach(stream -> members.get(2).delivery().retry(stream).join());
        awaitAllDelivered();

        members.removeLast().close();
        await().atMost(SOON).until(() -> sees(2));
        append(members.get(0), 2);
        append(members.get(1), 3);

        awaitAllDelivered();
        assertViewed("1,2,3,4");
        assertThat(members.getFirst().delivery().parked(100)).isEmpty();
    }

    /// The new owner of a partition knew of no parked stream. Its events were not delivered, they
    /// were not counted, and there was nothing to retry.
    @Test
    void aStreamWhoseOwnerIsLostStaysParkedAndAnyOtherMemberListsAndRetriesIt() {
        begin(3);
        parkAll();
        members.removeLast().crash();
        await().atMost(SOON).until(() -> sees(2));
        append(members.get(0), 2);
        versions.heal();
        for (TestMember member : members) {
            assertThat(member.delivery().parked(100)).hasSize(streams.size());
            assertThat(member.delivery().countParked()).isEqualTo(streams.size());
        }
        for (StreamId stream : streams) {
            assertThat(members.get(1).delivery().retry(stream).join()).isEqualTo(2);
        }
        awaitAllDelivered();
        assertViewed("1,2,3");
        assertThat(members.getFirst().delivery().countParked()).isZero();
    }

    /// The answer was `events:1`, but the stream's owner parked the event again at once.
    @Test
    void aRetryAtAMemberThatDoesNotOwnTheStreamDeliversItAndSaysHowManyEventsItUnparked() {
        begin(3);
        parkAll();
        versions.heal();
        for (StreamId stream : streams) {
            assertThat(members.getFirst().delivery().retry(stream).join()).isEqualTo(1);
            assertThat(members.getLast().delivery().retry(stream).join())
                    .as("the stream is not parked any more")
                    .isZero();
        }
        awaitAllDelivered();
        assertViewed("1,2");
    }

    /// The owner took the first event of a parked stream from its map again, for ever: it failed,
    /// and the stream was parked once more.
    @Test
    void aStreamThatIsParkedAtItsFirstEventLeavesTheMapAndIsDeliveredAfterARetry() {
        begin(2);
        versions.beforeApply(_ -> {
            throw new IllegalStateException("planted fault");
        });
        append(members.get(0), 0);
        await().atMost(SOON).until(() -> log.countParked() == streams.size());
        await().atMost(SOON)
                .until(() -> members.getFirst().hazelcast().getMap(OutboxMap.NAME).isEmpty());
        assertThat(log.countParked()).isEqualTo(streams.size());

        versions.beforeApply(_ -> {});
        for (StreamId stream : streams) {
            assertThat(members.getFirst().delivery().retry(stream).join()).isEqualTo(1);
        }
        awaitAllDelivered();
        assertViewed("1");
        append(members.get(1), 1);
        awaitAllDelivered();
        assertViewed("1,2");
        assertThat(log.countParked()).isZero();
    }

    private void parkAll() {
        streams.forEach(versions::failFor);
        append(members.get(0), 0);
        append(members.get(1), 1);
        await().atMost(SOON)
                .until(() -> members.getFirst().delivery().parked(100).size() == streams.size());
    }

    private void begin(int count) {
        for (int i = 0; i < count; i++) {
            add(i);
        }
        await().atMost(SOON).until(() -> sees(count));
        // While a partition moves, two members may try the same event, and each may deliver it.
        await().atMost(SOON).until(this::isSettled);
    }

    private boolean isSettled() {
        return members.stream()
                .allMatch(member ->
                        member.feed().isCaughtUp()
                                && member.hazelcast().getPartitionService().isClusterSafe());
    }

    private void add(int index) {
        members.add(
                TestMember.start(log.sibling(), ports, ports.get(index), (_, _) -> {}, versions));
    }

    private boolean sees(int count) {
        return members.stream().allMatch(member -> member.majority().present() == count);
    }

    private void append(TestMember member, int version) {
        List<AppendRequest> requests = new ArrayList<>();
        for (StreamId stream : streams) {
            requests.add(
                    member.streams()
                            .append(
                                    AppendRequest.of(
                                            stream,
                                            ExpectedVersion.of(version),
                                            List.of(TestNode.event("Added", "{\"by\":1}")),
                                            null)));
        }
        for (AppendRequest request : requests) {
            assertThat(request.result().join()).isInstanceOf(AppendResult.Appended.class);
        }
    }

    private void awaitAllDelivered() {
        await().atMost(SOON).until(() -> log.countUnpublished() == 0);
    }

    private void assertViewed(String value) {
        for (TestMember member : members) {
            assertThat(member.view(versions).findAll(streams))
                    .hasSize(streams.size())
                    .allSatisfy(viewed -> assertThat(viewed.value()).isEqualTo(value));
        }
    }
}
