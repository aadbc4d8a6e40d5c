package dev.cobnut.framework.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.Consumer;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.view.LookupSearch;
import dev.cobnut.framework.view.LookupSearch.Group;
import dev.cobnut.framework.view.View;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lookups after a wait for the position of a write.
class ReadYourWritesTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final LastEvents PROJECTION = new LastEvents("counters", 1);
    private static final Consumer CONSUMER = new Consumer("counters", 1);

    @Test
    void aLookupThatWaitedForAPositionContainsItsWriteTenThousandTimes(@TempDir Path folder)
            throws Exception {
        int writers = 20;
        int writesOfEach = 500;
        AtomicInteger waited = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        SqliteJournal journal =
                SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system());
        try (TestNode node = TestNode.start(journal, PROJECTION);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            View<String> view = node.view(PROJECTION);
            CompletableFuture<Void> others =
                    CompletableFuture.runAsync(() -> writeUntil(over, node), threads);
            List<CompletableFuture<Void>> running = new ArrayList<>();
            for (int writer = 0; writer < writers; writer++) {
                StreamId stream = StreamId.of("counter", "own-" + writer);
                running.add(
                        CompletableFuture.runAsync(
                                () -> {
                                    for (int version = 0; version < writesOfEach; version++) {
                                        long position = append(node.streams(), stream, version);
                                        if (!journal.isDelivered(CONSUMER, position)) {
                                            waited.incrementAndGet();
                                        }
                                        assertThat(view.await(List.of(position), SOON)).isTrue();
                                        assertContains(view, stream, version + 1);
                                    }
                                },
                                threads));
            }
            running.forEach(CompletableFuture::join);
            over.set(true);
            others.join();
        }
        assertThat(waited.get()).as("otherwise nothing had to wait").isPositive();
    }

    @Test
    void aWriteOfAnotherMemberIsWaitedForToo() {
        InMemoryJournal log = InMemoryJournal.create(InstantSource.system());
        List<Integer> ports = TestMember.freePorts(2);
        try (TestMember one = member(log.sibling(), ports, 0);
                TestMember other = member(log.sibling(), ports, 1)) {
            await().atMost(SOON)
                    .until(() -> one.majority().present() == 2 && other.majority().present() == 2);
            for (int i = 0; i < 300; i++) {
                StreamId stream = StreamId.of("counter", "n-" + i);
                TestMember writer = i % 2 == 0 ? one : other;
                TestMember reader = i % 2 == 0 ? other : one;
                long position = append(writer.streams(), stream, 0);
                assertThat(reader.view(PROJECTION).await(List.of(position), SOON)).isTrue();
                assertContains(reader.view(PROJECTION), stream, 1);
            }
        }
        log.close();
    }

    @Test
    void whileItsStreamIsParkedAWriteIsNotContainedAndOthersAre() {
        AppliedVersions versions = new AppliedVersions("versions");
        StreamId bad = StreamId.of("counter", "bad");
        StreamId good = StreamId.of("counter", "good");
        versions.failFor(bad);
        try (TestNode node =
                TestNode.start(InMemoryJournal.create(InstantSource.system()), versions)) {
            append(node.streams(), bad, 0);
            long parked = append(node.streams(), bad, 1);
            await().atMost(SOON).until(() -> node.journal().countParked() == 1);
            long position = append(node.streams(), good, 0);
            View<String> view = node.view(versions);

            assertThat(view.await(List.of(position), SOON)).isTrue();
            assertThat(view.await(List.of(position, parked), Duration.ofMillis(50))).isFalse();

            versions.heal();
            assertThat(node.delivery().retry(bad).join()).isEqualTo(1);
            assertThat(view.await(List.of(position, parked), SOON)).isTrue();
        }
    }

    @Test
    void aWriteThatIsNotThereIsNotContained() {
        AppliedVersions versions = new AppliedVersions("versions");
        try (TestNode node =
                TestNode.start(InMemoryJournal.create(InstantSource.system()), versions)) {
            assertThat(node.view(versions).await(List.of(77L), Duration.ofMillis(20))).isFalse();
            assertThat(node.view(versions).await(List.of(), Duration.ZERO)).isTrue();
        }
    }

    private static TestMember member(InMemoryJournal journal, List<Integer> ports, int index) {
        return TestMember.start(journal, ports, ports.get(index), (_, _) -> {}, PROJECTION);
    }

    private static void assertContains(View<String> view, StreamId stream, int version) {
        View.FoundIds found =
                view.search(
                        new LookupSearch(
                                List.of(new Group("counters", PROJECTION.value(version))),
                                null,
                                stream.value() + "!",
                                false),
                        1);
        assertThat(found.ids()).as("%s at version %d", stream, version).containsExactly(stream);
    }

    private static void writeUntil(AtomicBoolean over, TestNode node) {
        for (int i = 0; !over.get(); i++) {
            append(node.streams(), StreamId.of("counter", "other-" + i), 0);
        }
    }

    private static long append(EventStore streams, StreamId stream, int version) {
        AppendResult result =
                streams.append(
                                AppendRequest.of(
                                        stream,
                                        ExpectedVersion.of(version),
                                        List.of(TestNode.event("Counted", "1")),
                                        null))
                        .result()
                        .join();
        return ((AppendResult.Appended) result).events().getLast().position();
    }
}
