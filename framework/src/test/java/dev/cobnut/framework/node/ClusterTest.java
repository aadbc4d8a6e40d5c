package dev.cobnut.framework.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.cluster.Majority;
import dev.cobnut.framework.cluster.StreamOwnership;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.view.View;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Several members of one cluster in one process, over one journal. What a process that is killed
/// and a network that is cut add to that is `ClusterIT`'s.
class ClusterTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final AppliedVersions versions = new AppliedVersions("versions");
    private final InMemoryJournal log = InMemoryJournal.create(InstantSource.system());
    private final List<Integer> ports = TestMember.freePorts(3);
    private final List<TestMember> members = new ArrayList<>();
    private Duration copyWaitMax = EventStore.COPY_WAIT_MAX;

    /// In the order in which any member delivered them.
    private final Map<StreamId, List<Long>> delivered = new ConcurrentHashMap<>();

    @AfterEach
    void closeAll() {
        members.reversed().forEach(TestMember::close);
        log.close();
    }

    @Test
    void whatAnyMemberAppendsIsDeliveredByItsOwnerInOrderAndSeenByAll() {
        begin(3);
        List<StreamId> streams = counters(40);
        for (int version = 0; version < 12; version++) {
            append(members.get(version % 3), streams, version);
        }
        awaitAllDelivered();
        for (TestMember member : members) {
            assertThat(member.view(versions).findAll(streams))
                    .hasSize(40)
                    .allSatisfy(viewed -> assertThat(viewed.value()).isEqualTo(upTo(12)));
        }
        assertInOrder(streams, 12);
        await().atMost(SOON).until(() -> members.getFirst().delivery().pendingInMap() == 0);
    }

    /// A service chooses the names of new streams so that this is the usual case.
    @Test
    void eventsOfAMembersOwnStreamsAreDeliveredWithoutAMessageToTheOthers() {
        begin(3);
        awaitSafe();
        List<StreamId> streams = new ArrayList<>();
        for (TestMember member : members) {
            StreamOwnership ownership = StreamOwnership.ofMember(member.hazelcast());
            List<StreamId> own =
                    IntStream.range(0, 20)
                            .mapToObj(_ ->
                                    named(TestNode.IDS.next(id -> ownership.isOwned(named(id)))))
                            .toList();
            assertThat(own).allMatch(ownership::isOwned);
            long told = announcements();
            append(member, own, 0);
            append(member, own, 1);
            awaitAllDelivered();
            assertThat(announcements()).isEqualTo(told);
            streams.addAll(own);
        }
        assertInOrder(streams, 2);

        long told = announcements();
        append(members.getFirst(), streams, 2); // those of the others, too
        awaitAllDelivered();
        assertThat(announcements()).isGreaterThan(told);
        assertInOrder(streams, 3);
        for (TestMember member : members) {
            assertThat(member.view(versions).findAll(streams))
                    .hasSize(60)
                    .allSatisfy(viewed -> assertThat(viewed.value()).isEqualTo(upTo(3)));
        }
    }

    private static StreamId named(UUID id) {
        return StreamId.of("counter", id.toString());
    }

    /// Messages about new entries that all members have sent.
    private long announcements() {
        return members.stream()
                .mapToLong(member ->
                        member.hazelcast()
                                .getTopic("outbox-added")
                                .getLocalTopicStats()
                                .getPublishOperationCount())
                .sum();
    }

    /// Waits until no partition is about to move.
    private void awaitSafe() {
        await().atMost(SOON)
                .until(() ->
                        members.stream()
                                .allMatch(member ->
                                        member.hazelcast().getPartitionService().isClusterSafe()));
    }

    @Test
    void whatAMemberCommittedAndNeverPutIntoTheMapIsDeliveredBeforeWhatComesLater() {
        begin(3);
        List<StreamId> streams = counters(30);
        append(members.get(0), streams, 0);
        awaitAllDelivered();
        // Committed by a member that died before its maps had it.
        InMemoryJournal dead = log.sibling();
        dead.start((group, outcomes) -> completeOnly(group, outcomes));
        append(dead, streams, 1);
        append(dead, streams, 2);
        append(members.get(1), streams, 3);
        awaitAllDelivered();
        assertInOrder(streams, 4);
        assertThat(members.get(2).view(versions).findAll(streams))
                .allSatisfy(viewed -> assertThat(viewed.value()).isEqualTo(upTo(4)));
        dead.close();
    }

    @Test
    void whenAMemberIsLostTheOthersDeliverWhatItHadAndGoOn() {
        begin(3);
        List<StreamId> streams = counters(40);
        members.forEach(member -> member.publisher().pause());
        append(members.get(0), streams, 0);
        append(members.get(2), streams, 1);
        members.get(2).crash();
        append(members.get(1), streams, 2);
        members.subList(0, 2).forEach(member -> member.publisher().resume());
        await().atMost(SOON).until(() -> members.getFirst().majority().present() == 2);
        append(members.get(0), streams, 3);
        awaitAllDelivered();
        assertInOrder(streams, 4);
        for (TestMember member : members.subList(0, 2)) {
            assertThat(member.majority().unavailableReason()).isNull();
            assertThat(member.view(versions).findAll(streams))
                    .hasSize(40)
                    .allSatisfy(viewed -> assertThat(viewed.value()).isEqualTo(upTo(4)));
        }
    }

    @Test
    void whatWaitedInTheOutboxOfALostMemberIsDeliveredAlsoWhenNothingComesLater() {
        begin(3);
        List<StreamId> streams = counters(40);
        members.forEach(member -> member.publisher().pause());
        append(members.get(0), streams, 0);
        append(members.get(1), streams, 1);
        await().atMost(SOON)
                .until(() ->
                        members.stream().mapToInt(member -> member.feed().inMap()).sum() == 80);
        // Its partitions may still be on their way to it.
        await().atMost(SOON).until(() -> members.get(2).feed().inMap() > 0);

        members.get(2).crash();

        members.subList(0, 2).forEach(member -> member.publisher().resume());
        awaitAllDelivered();
        assertInOrder(streams, 2);
    }

    @Test
    void viewsThatAreLostWithAMemberAreFoldedFromTheJournalWhenTheyAreAskedFor() {
        begin(3);
        List<StreamId> streams = counters(40);
        append(members.get(0), streams, 0);
        append(members.get(1), streams, 1);
        awaitAllDelivered();
        IMap<String, Object> entries =
                members.getFirst().hazelcast().getMap(View.mapName(versions));
        assertThat(entries.size()).isEqualTo(40);
        IMap<String, Object> atTheLost = members.get(2).hazelcast().getMap(View.mapName(versions));
        await().atMost(SOON).until(() -> atTheLost.getLocalMapStats().getOwnedEntryCount() > 0);

        members.get(2).crash();

        await().atMost(SOON).until(() -> members.getFirst().majority().present() == 2);
        await().atMost(SOON).until(() -> entries.size() < 40); // what was there is lost
        for (TestMember member : members.subList(0, 2)) {
            assertThat(member.view(versions).findAll(streams))
                    .hasSize(40)
                    .allSatisfy(viewed -> assertThat(viewed.value()).isEqualTo(upTo(2)));
        }
        assertThat(entries.size()).isEqualTo(40); // and is kept again
    }

    @Test
    void aMemberThatLeavesHandsOverAndOneThatJoinsTakesPart() {
        begin(3);
        List<StreamId> streams = counters(40);
        append(members.get(0), streams, 0);
        members.removeLast().close();
        append(members.get(1), streams, 1);
        // Its connections are closed with it: who comes to the same address earlier uses them.
        await().atMost(SOON)
                .until(() -> members.stream().allMatch(m -> m.majority().present() == 2));
        add(2);
        append(members.get(2), streams, 2);
        awaitAllDelivered();
        assertInOrder(streams, 3);
        await().atMost(SOON).until(() -> members.get(2).feed().isCaughtUp());
        assertThat(members.get(2).view(versions).findAll(streams))
                .allSatisfy(viewed -> assertThat(viewed.value()).isEqualTo(upTo(3)));
    }

    @Test
    void withoutAMajorityNoCommandIsTakenNothingIsDeliveredAndReadsGoOn() {
        begin(3);
        StreamId stream = counter(1);
        TestMember last = members.get(0);
        assertThat(last.commands().send(open(stream, 1, null)))
                .isInstanceOf(CommandResult.Accepted.class);
        awaitAllDelivered();
        members.get(1).crash();
        members.get(2).crash();
        await().atMost(SOON).until(() -> last.majority().unavailableReason() != null);
        assertThat(last.commands().send(Command.to(stream, new CounterDecider.Add(1))))
                .isInstanceOfSatisfying(
                        CommandResult.Unavailable.class,
                        refused -> assertThat(refused.reason()).contains("sees 1 of 3 members"));
        append(last, List.of(stream), 1); // what was on its way when the others went
        StreamId unseen = counter(2);
        append(last, List.of(unseen), 0);
        assertThat(last.view(versions).find(unseen).orElseThrow().value()).isEqualTo("1");
        assertThat(last.commands().state(stream).orElseThrow().version()).isEqualTo(2);
        add(1);
        awaitAllDelivered();
        assertThat(members.getLast().view(versions).find(stream).orElseThrow().value())
                .isEqualTo(upTo(2));
    }

    @Test
    void commandsOnSeveralMembersAreDecidedOnWhatTheJournalSays() {
        begin(2);
        TestMember a = members.get(0);
        TestMember b = members.get(1);
        StreamId stream = counter(1);
        assertThat(a.commands().send(open(stream, 9, null)))
                .isInstanceOf(CommandResult.Accepted.class);
        assertThat(b.commands().send(add(stream, -8))).isInstanceOf(CommandResult.Accepted.class);
        // A still has 9 in memory, and 9 + 5 is too much.
        assertThat(a.commands().send(add(stream, 5)))
                .isEqualTo(
                        new CommandResult.Accepted<>(
                                stream, new CounterDecider.Counter(6), 3, 3, false));
        // B has 1; setting it to 1 would be nothing to do.
        assertThat(b.commands().send(Command.to(stream, new CounterDecider.SetTo(1))))
                .isEqualTo(
                        new CommandResult.Accepted<>(
                                stream, new CounterDecider.Counter(1), 4, 4, false));
        // A has 6 at version 3; somebody expects version 3.
        assertThat(a.commands().send(Command.to(stream, new CounterDecider.Add(9)).expecting(3)))
                .isEqualTo(new CommandResult.VersionConflict<>(3, 4));
        assertThat(a.commands().send(add(stream, 10)))
                .isInstanceOfSatisfying(
                        CommandResult.Refused.class,
                        refused -> assertThat(refused.version()).isEqualTo(4));
    }

    /// The copies of the streams in memory are at version 1, and the journal is at version 2.
    @Test
    void commandsOnACopyThatLagsAreDecidedOnWhatTheJournalSays() {
        begin(2);
        TestMember member = members.get(1);
        InMemoryJournal elsewhere = log.sibling();
        elsewhere.start((group, outcomes) -> completeOnly(group, outcomes));
        List<StreamId> streams = counters(4);
        streams.forEach(stream -> members.get(0).commands().send(open(stream, 9, null)));
        append(elsewhere, streams, 1); // 10 now
        assertThat(member.commands().send(add(streams.get(0), -5)))
                .isEqualTo(
                        new CommandResult.Accepted<>(
                                streams.get(0), new CounterDecider.Counter(5), 3, 9, false));
        assertThat(member.commands().send(add(streams.get(1), 1)))
                .as("9 + 1 would be allowed")
                .isInstanceOfSatisfying(
                        CommandResult.Refused.class,
                        refused -> assertThat(refused.version()).isEqualTo(2));
        assertThat(
                        member.commands()
                                .send(
                                        Command.to(streams.get(2), new CounterDecider.Add(-1))
                                                .expecting(2)))
                .as("the version that the caller expects is beyond the copy's")
                .isEqualTo(
                        new CommandResult.Accepted<>(
                                streams.get(2), new CounterDecider.Counter(9), 3, 10, false));
        assertThat(
                        member.commands()
                                .send(
                                        Command.to(streams.get(3), new CounterDecider.Add(-1))
                                                .expecting(1)))
                .isEqualTo(new CommandResult.VersionConflict<>(1, 2));
        elsewhere.close();
    }

    @Test
    void whatOneMemberAnsweredIsReadAtAnyOther() {
        copyWaitMax = SOON; // a busy machine is not a lost member
        begin(3);
        List<StreamId> streams = counters(30);
        for (int version = 0; version < 5; version++) {
            append(members.get(version % 3), streams, version);
            for (TestMember reader : members) {
                for (StreamId stream : streams) {
                    assertThat(reader.streams().read(stream, 0, 100)).hasSize(version + 1);
                }
            }
        }
    }

    @Test
    void theSameKeyOnTwoMembersIsOneCommand() {
        begin(2);
        for (int i = 0; i < 20; i++) {
            CommandKey key = new CommandKey("key-" + i, "f");
            StreamId first = counter(2 * i);
            StreamId second = counter(2 * i + 1);
            AppendRequest here = members.get(0).streams().append(opening(first, key));
            AppendRequest there = members.get(1).streams().append(opening(second, key));
            List<AppendResult> results = List.of(here.result().join(), there.result().join());
            assertThat(results).hasAtLeastOneElementOfType(AppendResult.Appended.class);
            assertThat(results).hasAtLeastOneElementOfType(AppendResult.Duplicate.class);
            boolean firstWon = results.getFirst() instanceof AppendResult.Appended;
            StreamId winner = firstWon ? first : second;
            for (TestMember member : members) {
                assertThat(member.commands().send(open(firstWon ? second : first, 1, key)))
                        .isInstanceOfSatisfying(
                                CommandResult.Accepted.class,
                                accepted -> {
                                    assertThat(accepted.stream()).isEqualTo(winner);
                                    assertThat(accepted.repeated()).isTrue();
                                });
            }
        }
    }

    @Test
    void aLeftoverInTheMapIsNotDeliveredAgain() {
        begin(2);
        // While a partition moves, two members may deliver the same event.
        await().atMost(SOON)
                .until(() ->
                        members.stream()
                                .allMatch(member ->
                                        member.feed().isCaughtUp()
                                                && member.hazelcast()
                                                        .getPartitionService()
                                                        .isClusterSafe()));
        StreamId stream = counter(1);
        append(members.get(0), List.of(stream), 0);
        append(members.get(0), List.of(stream), 1);
        awaitAllDelivered();
        await().atMost(SOON).until(() -> members.getFirst().delivery().pendingInMap() == 0);
        members.get(0)
                .hazelcast()
                .<String, OutboxEntry>getMap(OutboxMap.NAME)
                .set("2@" + stream.value(), OutboxEntry.pending(log.read(stream, 1, 1).getFirst()));
        members.forEach(member -> member.publisher().wake(0));
        await().atMost(SOON).until(() -> members.getFirst().delivery().pendingInMap() == 0);
        assertThat(delivered.get(stream)).containsExactly(1L, 2L);
    }

    @Test
    void aMemberOverAnotherJournalIsNotJoined() {
        begin(2);
        HazelcastInstance other;
        try {
            other = TestMember.hazelcast(TestMember.settings(ports), ports.get(2), "another");
        } catch (IllegalStateException e) {
            // Whom nobody lets in stays alone or, after `max.join.seconds`, does not start.
            assertThat(e).hasMessage("Node failed to start!");
            assertThat(members.getFirst().majority().present()).isEqualTo(2);
            return;
        }
        try {
            assertThat(new Majority(other, TestMember.settings(ports)).unavailableReason())
                    .contains("sees 1 of 3 members");
            assertThat(members.getFirst().majority().present()).isEqualTo(2);
        } finally {
            other.shutdown();
        }
    }

    @Test
    void onlyTheMembersEndpointIsOpenAndOnlyOnLoopback() {
        begin(1);
        HazelcastInstance member = members.getFirst().hazelcast();
        assertThat(member.getConfig().getAdvancedNetworkConfig().getEndpointConfigs().keySet())
                .containsExactly(EndpointQualifier.MEMBER);
        assertThat(member.getCluster().getLocalMember().getSocketAddress().getAddress())
                .satisfies(address -> assertThat(address.isLoopbackAddress()).isTrue());
        var join = member.getConfig().getAdvancedNetworkConfig().getJoin();
        assertThat(join.getMulticastConfig().isEnabled()).isFalse();
        assertThat(join.getAutoDetectionConfig().isEnabled()).isFalse();
    }

    private void begin(int count) {
        for (int i = 0; i < count; i++) {
            add(i);
        }
        await().atMost(SOON)
                .until(() ->
                        members.stream().allMatch(member -> member.majority().present() == count));
    }

    private void add(int index) {
        members.add(
                TestMember.start(
                        log.sibling(),
                        ports,
                        ports.get(index),
                        20_000,
                        copyWaitMax,
                        this::note,
                        versions));
    }

    private void note(List<OutboxEntry> entries, long nanos) {
        for (OutboxEntry entry : entries) {
            delivered
                    .computeIfAbsent(
                            entry.event().stream(),
                            _ -> Collections.synchronizedList(new ArrayList<>()))
                    .add(entry.event().version());
        }
    }

    private void assertInOrder(List<StreamId> streams, int last) {
        List<Long> all = LongStream.rangeClosed(1, last).boxed().toList();
        for (StreamId stream : streams) {
            assertThat(List.copyOf(new LinkedHashSet<>(delivered.get(stream))))
                    .as("first deliveries of %s: %s", stream, delivered.get(stream))
                    .isEqualTo(all);
        }
    }

    private void awaitAllDelivered() {
        await().atMost(SOON).until(() -> log.countUnpublished() == 0);
    }

    private static void append(TestMember member, List<StreamId> streams, int version) {
        append(member.journal(), streams, version);
    }

    private static void append(SharedJournal journal, List<StreamId> streams, int version) {
        List<AppendRequest> requests = new ArrayList<>();
        for (StreamId stream : streams) {
            AppendRequest request =
                    AppendRequest.of(
                            stream,
                            ExpectedVersion.of(version),
                            List.of(TestNode.event("Added", "{\"by\":1}")),
                            null);
            journal.append(request);
            requests.add(request);
        }
        for (AppendRequest request : requests) {
            assertThat(request.result().join()).isInstanceOf(AppendResult.Appended.class);
        }
    }

    private static void completeOnly(List<AppendRequest> group, List<AppendResult> outcomes) {
        for (int i = 0; i < group.size(); i++) {
            group.get(i).result().complete(outcomes.get(i));
        }
    }

    private static AppendRequest opening(StreamId stream, CommandKey key) {
        return AppendRequest.of(
                stream,
                ExpectedVersion.of(0),
                List.of(TestNode.event("Opened", "{\"value\":1}")),
                key);
    }

    private static Command<CounterDecider.Change> open(
            StreamId stream, int value, @Nullable CommandKey key) {
        return Command.<CounterDecider.Change>beginning(stream, new CounterDecider.Open(value))
                .withKey(key);
    }

    private static Command<CounterDecider.Change> add(StreamId stream, int by) {
        return Command.to(stream, new CounterDecider.Add(by));
    }

    private static List<StreamId> counters(int count) {
        return IntStream.range(0, count).mapToObj(ClusterTest::counter).toList();
    }

    private static StreamId counter(int number) {
        return StreamId.of("counter", String.format("%04d", number));
    }

    private static String upTo(int last) {
        return String.join(",", IntStream.rangeClosed(1, last).mapToObj(String::valueOf).toList());
    }
}
