package dev.cobnut.framework.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.PostgresJournal;
import dev.cobnut.framework.journal.PostgresSettings;
import dev.cobnut.framework.journal.Publication;
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.postgres.NeedsPostgresDatabase;
import dev.cobnut.framework.postgres.PostgresDatabase;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.ViewIncompleteException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Members of two builds in one cluster: the newer ones have one more view, and another version of
/// a view that the older ones have, too. Each member delivers the streams that it owns to the views
/// that it knows. What members in processes of their own add to that is `TwoVersionsIT`'s.
@NeedsPostgresDatabase
class RollingUpgradeTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int STREAMS = 40;

    private static final LastEvents KEPT = new LastEvents("kept", 1);
    private static final LastEvents ADDED = new LastEvents("added", 1);
    private static final LastEvents OLD = new LastEvents("changed", 1);
    private static final LastEvents NEW = new LastEvents("changed", 2);

    private final PostgresSettings settings = PostgresDatabase.shared().newJournal();
    private final List<Integer> ports = TestMember.freePorts(3);
    private final List<TestMember> members = new ArrayList<>();

    @AfterEach
    void closeAll() {
        members.reversed().forEach(TestMember::close);
    }

    @Test
    void everyViewHasEveryEventWhicheverMemberDeliveredIt() {
        TestMember first = add(0, KEPT, OLD);
        TestMember second = add(1, KEPT, OLD);
        awaitAllDelivered();
        append(first, 0);
        append(second, 1);
        awaitListed(second, OLD, 2);
        awaitAllDelivered();

        TestMember newer = add(2, KEPT, ADDED, NEW);
        awaitAllDelivered();
        for (int version = 2; version < 8; version++) {
            append(members.get(version % 3), version);
        }

        awaitListed(newer, KEPT, 8);
        awaitListed(newer, ADDED, 8);
        awaitListed(newer, NEW, 8);
        awaitListed(first, KEPT, 8);
        awaitListed(first, OLD, 8);

        awaitAllDelivered();
        second.close();
        append(newer, 8);
        awaitListed(newer, NEW, 9);
        awaitListed(newer, ADDED, 9);
        awaitListed(first, OLD, 9);
    }

    @Test
    void anEventOfAMemberThatKnowsNoConsumersIsMissedByAll() throws Exception {
        TestMember newer = add(0, KEPT, ADDED);
        add(1, KEPT, ADDED);
        append(newer, 0);
        awaitListed(newer, ADDED, 1);
        members.forEach(member -> member.publisher().pause());
        append(newer, 1);
        // As a member of the build before consumers does it: it marks events as published, and has
        // applied them to views of its own.
        try (SharedJournal before = open()) {
            before.start((_, _) -> {});
            await().atMost(SOON).until(() -> before.countUnpublished() == STREAMS);
            Publication publication =
                    Publication.of(
                            before.readUnpublished(0, STREAMS).stream()
                                    .map(event -> event.position())
                                    .toList(),
                            List.of());
            before.publish(publication);
            publication.done().get();
        }

        awaitListed(newer, KEPT, 2);
        awaitListed(newer, ADDED, 2);
    }

    private TestMember add(int index, LastEvents... projections) {
        TestMember member =
                TestMember.start(open(), ports, ports.get(index), (_, _) -> {}, projections);
        members.add(member);
        await().atMost(SOON)
                .until(() ->
                        members.stream()
                                .allMatch(each -> each.majority().present() == members.size()));
        return member;
    }

    /// Waits until no event is on its way and every partition has its owner. What becomes of events
    /// on their way when an owner changes is tested elsewhere.
    private void awaitAllDelivered() {
        TestMember any = members.getLast();
        await().atMost(SOON)
                .until(() ->
                        any.hazelcast().getPartitionService().isClusterSafe()
                                && any.journal().countUnpublished() == 0
                                && any.delivery().pendingInMap() == 0);
    }

    private PostgresJournal open() {
        return PostgresJournal.open(settings, InstantSource.system());
    }

    private static void append(TestMember member, long expectedVersion) {
        List<AppendRequest> requests =
                streams().stream()
                        .map(stream ->
                                member.streams()
                                        .append(
                                                AppendRequest.of(
                                                        stream,
                                                        ExpectedVersion.of(expectedVersion),
                                                        List.of(TestNode.event("Counted", "1")),
                                                        null)))
                        .toList();
        assertThat(requests)
                .allSatisfy(request ->
                        assertThat(request.result().join())
                                .isInstanceOf(AppendResult.Appended.class));
    }

    /// Waits until a member lists all streams in the group of this many events, and none in the
    /// group before.
    private static void awaitListed(TestMember member, LastEvents projection, int events) {
        await().atMost(SOON)
                .ignoreExceptionsInstanceOf(ViewIncompleteException.class)
                .untilAsserted(() -> {
                    assertThat(find(member, projection, events))
                            .as("%s with %d events", projection, events)
                            .hasSize(STREAMS)
                            .allSatisfy(viewed ->
                                    assertThat(viewed.value()).isEqualTo(projection.value(events)));
                    assertThat(find(member, projection, events - 1))
                            .as("%s with one event less", projection)
                            .isEmpty();
                });
    }

    private static List<View.Viewed<String>> find(
            TestMember member, LastEvents projection, int events) {
        return member.view(projection)
                .findByLookup(projection.name(), projection.value(events), null, 10 * STREAMS)
                .entries();
    }

    private static List<StreamId> streams() {
        return IntStream.range(0, STREAMS)
                .mapToObj(n -> new StreamId("counter-%03d".formatted(n)))
                .toList();
    }
}
