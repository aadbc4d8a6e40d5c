package dev.cobnut.framework.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.hazelcast.map.IMap;
import com.hazelcast.nio.serialization.genericrecord.GenericRecordBuilder;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.view.View;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a view shows when its entries or its events are not as they should be, on a single node
/// with a real member.
@Timeout(300)
class ViewFaultsTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final AppliedVersions versions = new AppliedVersions("versions");

    @Test
    void aViewDoesNotGoBackWhenAQueryFoldsWhileTheDeliveryWritesAnOlderFold() throws Exception {
        StreamId stream = counter(1);
        CountDownLatch delivering = new CountDownLatch(1);
        CountDownLatch folded = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        versions.beforeApply(event -> {
            if (event.version() == 3 && first.getAndSet(false)) {
                delivering.countDown();
                awaitOpen(folded);
            }
        });
        try (TestNode node = node()) {
            node.publisher().pause();
            append(node, stream, 0, 3);
            // Right after the start, the sweeper brings events into the map, perhaps one by one.
            await().atMost(SOON).until(() -> node.delivery().pendingInMap() == 3);
            node.publisher().resume();
            assertThat(delivering.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
            node.publisher().pause();
            append(node, stream, 3, 5);
            assertThat(valueOf(node, stream)).isEqualTo("1,2,3,4,5");

            folded.countDown();
            await().atMost(SOON).until(() -> node.journal().countUnpublished() == 2);

            assertThat(valueOf(node, stream)).isEqualTo("1,2,3,4,5");
            node.publisher().resume();
            await().atMost(SOON).until(() -> node.journal().countUnpublished() == 0);
            assertThat(valueOf(node, stream)).isEqualTo("1,2,3,4,5");
        }
    }

    @Test
    void anEntryOfAnotherVersionCountsAsMissingAndHoldsNoPageBack() {
        List<StreamId> streams = IntStream.range(0, 200).mapToObj(ViewFaultsTest::counter).toList();
        StreamId undecodable = streams.get(50);
        StreamId otherShape = streams.get(100);
        StreamId otherClass = streams.get(150);
        try (TestNode node = node()) {
            streams.forEach(stream -> append(node, stream, 0, 2));
            await().atMost(SOON).until(() -> node.journal().countUnpublished() == 0);
            IMap<String, Object> map = node.hazelcast().getMap(View.MAP_PREFIX + "versions");
            map.set(
                    undecodable.value(),
                    GenericRecordBuilder.compact("cobnut.view.entry")
                            .setInt64("version", 2)
                            .setArrayOfInt8("value", AppliedVersions.UNREADABLE.bytes())
                            .build());
            map.set(
                    otherShape.value(),
                    GenericRecordBuilder.compact("cobnut.view.entry")
                            .setString("version", "two")
                            .build());
            map.set(otherClass.value(), "not an entry");

            assertThat(node.view(versions).findAll(streams))
                    .hasSize(200)
                    .allSatisfy(viewed -> assertThat(viewed.value()).isEqualTo("1,2"));

            map.set(otherClass.value(), "not an entry");
            streams.forEach(stream -> append(node, stream, 2, 3));
            await().atMost(SOON).until(() -> node.journal().countUnpublished() == 0);
            assertThat(node.view(versions).findAll(streams))
                    .hasSize(200)
                    .allSatisfy(viewed -> assertThat(viewed.value()).isEqualTo("1,2,3"));
        }
    }

    @Test
    void aValueThatCannotBeEncodedHoldsOnlyItsOwnStreamBack() {
        StreamId bad = counter(1);
        StreamId good = counter(2);
        try (TestNode node = node()) {
            node.publisher().pause();
            versions.doNotEncode("1,2");
            append(node, bad, 0, 2);
            append(node, good, 0, 3);
            node.publisher().resume();
            await().atMost(SOON).until(() -> node.delivery().countParked() == 1);
            await().atMost(SOON).until(() -> valueOf(node, good).equals("1,2,3"));
        }
    }

    @Test
    void oneUnreadableEventDoesNotFailTheListAndItsOwnEntryEndsBeforeIt() {
        StreamId bad = counter(2);
        List<StreamId> streams = List.of(counter(1), bad, counter(3));
        versions.beforeApply(event -> {
            if (event.stream().equals(bad) && event.version() == 2) {
                throw new UnreadableEventException("written by a later version", null);
            }
        });
        try (TestNode node = node()) {
            node.publisher().pause();
            streams.forEach(stream -> append(node, stream, 0, 3));

            assertThat(node.view(versions).findAll(streams))
                    .extracting(View.Viewed::value, View.Viewed::behind)
                    .containsExactly(
                            tuple("1,2,3", false), tuple("1", true), tuple("1,2,3", false));

            node.publisher().resume();
            await().atMost(SOON).until(() -> node.journal().countUnpublished() <= 2);
            node.hazelcast().getMap(View.MAP_PREFIX + "versions").clear();
            assertThat(node.view(versions).findAll(streams))
                    .extracting(View.Viewed::value)
                    .containsExactly("1,2,3", "1", "1,2,3");

            versions.beforeApply(_ -> {}); // a version that can read it
            assertThat(node.view(versions).find(bad))
                    .hasValueSatisfying(viewed -> {
                        assertThat(viewed.value()).isEqualTo("1,2,3");
                        assertThat(viewed.behind()).isFalse();
                    });
        }
    }

    @Test
    void anEntryWhoseNextEventCannotBeAppliedIsMarkedAsBehindUntilItIsDelivered() {
        StreamId bad = counter(1);
        versions.failFor(bad);
        try (TestNode node = node()) {
            append(node, bad, 0, 2);
            await().atMost(SOON).until(() -> node.delivery().countParked() == 1);
            assertThat(node.view(versions).find(bad))
                    .hasValueSatisfying(viewed -> assertThat(viewed.behind()).isTrue());

            versions.heal();
            assertThat(node.delivery().retry(bad).join()).isEqualTo(1);
            await().atMost(SOON).until(() -> node.journal().countUnpublished() == 0);
            assertThat(node.view(versions).find(bad))
                    .hasValueSatisfying(viewed -> {
                        assertThat(viewed.value()).isEqualTo("1,2");
                        assertThat(viewed.behind()).isFalse();
                    });
        }
    }

    private TestNode node() {
        return TestNode.start(InMemoryJournal.create(InstantSource.system()), versions);
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            if (!latch.await(SOON.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the test did not go on");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Appends the versions after `from`, up to `to`.
    private static void append(TestNode node, StreamId stream, int from, int to) {
        for (int version = from; version < to; version++) {
            assertThat(node.append(stream, version, "Counted", "1"))
                    .isInstanceOf(AppendResult.Appended.class);
        }
    }

    private String valueOf(TestNode node, StreamId stream) {
        return node.view(versions).find(stream).map(View.Viewed::value).orElse("");
    }

    private static StreamId counter(int number) {
        return StreamId.of("counter", String.format("%04d", number));
    }
}
