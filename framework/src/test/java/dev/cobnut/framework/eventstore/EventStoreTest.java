package dev.cobnut.framework.eventstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.maps.BulkOperations;
import dev.cobnut.framework.node.FaultyJournal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxLimits;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.outbox.OutboxStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/// Streams in the map of a real member, behind a map that a test can make reject writes.
@TestInstance(Lifecycle.PER_CLASS)
class EventStoreTest {

    private static final int EVENTS_MAX = 10;

    /// Versions of a stream that grows while it is read.
    static final int GROWTH = 100;

    private static final int SECONDS_MAX = 120;
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final HazelcastInstance hazelcast = TestNode.member();
    private final IMap<String, StreamEntry> map = hazelcast.getMap(EventStore.MAP_NAME);
    private final AtomicBoolean refusing = new AtomicBoolean();
    private final AtomicInteger refusals = new AtomicInteger();
    private final List<OutboxEntry> handed = new CopyOnWriteArrayList<>();
    private FaultyJournal journal =
            new FaultyJournal(InMemoryJournal.create(InstantSource.system()));
    private OutboxFeed feed = feed();
    private EventStore streams = eventStore(EVENTS_MAX);

    @BeforeEach
    void begin() {
        hazelcast.getMap(OutboxMap.NAME).clear();
        refusing.set(false);
        handed.clear();
        begin(EVENTS_MAX);
    }

    private void begin(int eventsMax) {
        journal = new FaultyJournal(InMemoryJournal.create(InstantSource.system()));
        feed = feed();
        streams = eventStore(eventsMax);
        journal.start(streams);
    }

    @AfterEach
    void closeJournal() {
        journal.close();
    }

    @AfterAll
    void shutDown() {
        hazelcast.shutdown();
    }

    @Test
    void anAppendedStreamIsReadWithoutTheJournal() {
        StreamId stream = nextStream();
        append(stream, 0, 3);
        append(stream, 3, 2);
        assertThat(versions(streams.read(stream, 0, 100))).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(versions(streams.read(stream, 2, 2))).containsExactly(3L, 4L);
        assertThat(streams.read(stream, 5, 10)).isEmpty();
        assertThat(streams.read(stream, 99, 10)).isEmpty();
        assertThat(journal.reads()).isZero();
    }

    @Test
    void onlyTheLastEventsOfALongStreamAreInMemoryAndTheRestIsReadFromTheJournal() {
        StreamId stream = nextStream();
        for (int version = 0; version < 25; version++) {
            append(stream, version, 1);
        }
        assertThat(entry(stream).firstVersion()).isEqualTo(16);
        assertThat(entry(stream).lastVersion()).isEqualTo(25);
        assertThat(versions(streams.read(stream, 15, 100))).isEqualTo(upTo(16, 25));
        assertThat(journal.reads()).isZero();
        assertThat(versions(streams.read(stream, 14, 100))).isEqualTo(upTo(15, 25));
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 25));
        assertThat(journal.reads()).isEqualTo(2);
    }

    @Test
    void oneCommandWithMoreEventsThanAreKeptLeavesTheLastOnes() {
        StreamId stream = nextStream();
        append(stream, 0, 25);
        assertThat(entry(stream).firstVersion()).isEqualTo(16);
        append(stream, 25, 12);
        assertThat(entry(stream).firstVersion()).isEqualTo(28);
        assertThat(versions(streams.read(stream, 27, 100))).isEqualTo(upTo(28, 37));
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 37));
    }

    @Test
    void aStreamThatLeftMemoryIsReadThroughOnceAndKept() {
        StreamId stream = nextStream();
        append(stream, 0, 3);
        map.delete(stream.value());
        assertThat(versions(streams.read(stream, 0, 100))).containsExactly(1L, 2L, 3L);
        int reads = journal.reads();
        assertThat(versions(streams.read(stream, 0, 100))).containsExactly(1L, 2L, 3L);
        assertThat(journal.reads()).isEqualTo(reads);
    }

    @Test
    void whatIsAppendedToAStreamThatLeftMemoryIsReadAsAWhole() {
        StreamId stream = nextStream();
        append(stream, 0, 3);
        map.delete(stream.value());
        append(stream, 3, 1);
        assertThat(versions(streams.read(stream, 0, 100))).containsExactly(1L, 2L, 3L, 4L);
        assertThat(versions(streams.read(stream, 3, 100))).containsExactly(4L);
    }

    @Test
    void aStreamThatDoesNotExistHasNoEventsAndTakesNoPlaceInMemory() {
        StreamId stream = nextStream();
        assertThat(streams.read(stream, 0, 10)).isEmpty();
        assertThat(map.containsKey(stream.value())).isFalse();
    }

    @Test
    void answersStayWhenTheMapRefusesAndReadsComeFromTheJournal() {
        StreamId continued = nextStream();
        StreamId begun = nextStream();
        append(continued, 0, 2);
        refusing.set(true);
        append(continued, 2, 1);
        append(begun, 0, 2);
        refusing.set(false);
        assertThat(entry(continued).lastVersion()).as("the map is behind").isEqualTo(2);

        assertThat(versions(streams.read(continued, 0, 10))).containsExactly(1L, 2L, 3L);
        assertThat(versions(streams.read(continued, 2, 10))).containsExactly(3L);
        assertThat(versions(streams.read(begun, 0, 10))).containsExactly(1L, 2L);
        assertThat(map.containsKey(begun.value())).as("not kept while in doubt").isFalse();
    }

    @Test
    void afterTheNextSweepTheStreamsAreInMemoryAgain() {
        StreamId continued = nextStream();
        StreamId begun = nextStream();
        append(continued, 0, 2);
        refusing.set(true);
        append(continued, 2, 1);
        append(begun, 0, 2);
        refusing.set(false);
        streams.dropDoubtful();
        assertThat(map.containsKey(continued.value())).isFalse();

        assertThat(versions(streams.read(continued, 0, 10))).containsExactly(1L, 2L, 3L);
        assertThat(versions(streams.read(begun, 0, 10))).containsExactly(1L, 2L);
        int reads = journal.reads();
        append(continued, 3, 1);
        assertThat(versions(streams.read(continued, 0, 10))).containsExactly(1L, 2L, 3L, 4L);
        assertThat(versions(streams.read(begun, 0, 10))).containsExactly(1L, 2L);
        assertThat(journal.reads()).isEqualTo(reads);
    }

    @Test
    void aSweepThatCannotDropAnEntryKeepsDoubtingIt() {
        StreamId stream = nextStream();
        append(stream, 0, 2);
        refusing.set(true);
        append(stream, 2, 1);
        try {
            streams.dropDoubtful();
        } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining("planted");
        }
        refusing.set(false);
        assertThat(versions(streams.read(stream, 0, 10))).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aMapThatRefusedOneEventTakesTheNextOneAndNothingIsSkipped() {
        StreamId stream = nextStream();
        append(stream, 0, 2);
        refusing.set(true);
        append(stream, 2, 1);
        refusing.set(false);
        append(stream, 3, 1);
        assertThat(versions(streams.read(stream, 0, 10))).containsExactly(1L, 2L, 3L, 4L);
        streams.dropDoubtful();
        assertThat(versions(streams.read(stream, 0, 10))).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void thePublisherGetsAnEventWhenTheOutboxMapHasIt() {
        append(nextStream(), 0, 1);
        assertThat(handed).isEmpty();
        while (feed.refill() > 0) {
            assertThat(feed.inMap()).isPositive();
        }
        assertThat(handed).hasSize(1);
        append(nextStream(), 0, 1);
        assertThat(handed).hasSize(2); // before the answer
        assertThat(feed.inMap()).isEqualTo(2);
    }

    @Test
    void whoeverReadsAfterAnAnswerSeesWhatWasAnsweredAndNoOlderEntryStays() {
        journal.close();
        begin(2 * GROWTH); // so that a whole stream is read from memory when it is there
        for (int round = 0; round < 10; round++) {
            growWhileItIsReadAndEvicted(streams, map, nextStream());
        }
    }

    /// Readers load a stream that is evicted again and again while it grows.
    static void growWhileItIsReadAndEvicted(
            EventStore streams, IMap<String, StreamEntry> map, StreamId stream) {
        AtomicLong answered = new AtomicLong();
        AtomicBoolean done = new AtomicBoolean();
        List<CompletableFuture<Void>> others = new ArrayList<>();
        // The common pool has one thread on two processors: the second task would never begin.
        Executor threads = task -> Thread.ofPlatform().daemon().start(task);
        for (int reader = 0; reader < 3; reader++) {
            others.add(
                    CompletableFuture.runAsync(
                            () -> {
                                while (!done.get()) {
                                    long least = answered.get();
                                    List<Long> seen = versions(streams.read(stream, 0, 1_000));
                                    assertThat(seen).isEqualTo(upTo(1, seen.size()));
                                    assertThat((long) seen.size()).isGreaterThanOrEqualTo(least);
                                }
                            },
                            threads));
        }
        others.add(
                CompletableFuture.runAsync(
                        () -> {
                            while (!done.get()) {
                                map.evict(stream.value());
                            }
                        },
                        threads));
        try {
            for (int version = 0; version < GROWTH; version++) {
                append(streams, stream, version, 1);
                answered.set(version + 1);
            }
        } finally {
            done.set(true);
        }
        others.forEach(other -> other.orTimeout(SECONDS_MAX, TimeUnit.SECONDS).join());
        StreamEntry left = map.get(stream.value());
        if (left != null && left.lastVersion() >= 0) { // not the reservation of a late reader
            assertThat(left.lastVersion()).isEqualTo(GROWTH);
        }
        assertThat(versions(streams.read(stream, 0, 1_000))).isEqualTo(upTo(1, GROWTH));
    }

    private void append(StreamId stream, long expectedVersion, int count) {
        append(streams, stream, expectedVersion, count);
    }

    static void append(EventStore streams, StreamId stream, long expectedVersion, int count) {
        AppendRequest request =
                AppendRequest.of(
                        stream,
                        ExpectedVersion.of(expectedVersion),
                        LongStream.range(0, count)
                                .mapToObj(_ -> TestNode.event("Counted", "1"))
                                .toList(),
                        null);
        AppendResult result =
                streams.append(request).result().orTimeout(SECONDS_MAX, TimeUnit.SECONDS).join();
        assertThat(result)
                .isInstanceOfSatisfying(
                        AppendResult.Appended.class,
                        appended ->
                                assertThat(appended.version()).isEqualTo(expectedVersion + count));
    }

    private StreamEntry entry(StreamId stream) {
        return Objects.requireNonNull(map.get(stream.value()));
    }

    private OutboxFeed feed() {
        return OutboxFeed.ofSingleNode(
                journal,
                OutboxStore.ofSingleNode(hazelcast),
                new OutboxLimits(1_000_000, 1_000),
                _ -> false,
                handed::addAll,
                _ -> {},
                OutboxObserver.NONE);
    }

    /// How the copies of a group are written.
    BulkOperations bulk() {
        return BulkOperations.NEVER;
    }

    private EventStore eventStore(int eventsMax) {
        return EventStore.withOwnCopies(journal, refusable(), bulk(), eventsMax, feed, null);
    }

    /// The map. While `refusing` is set, its writes fail, either at once or through their future.
    @SuppressWarnings("unchecked")
    private IMap<String, ?> refusable() {
        Set<String> writes = Set.of("submitToKey", "submitToKeys", "putIfAbsent", "delete");
        return (IMap<String, ?>)
                Proxy.newProxyInstance(
                        IMap.class.getClassLoader(),
                        new Class<?>[] {IMap.class},
                        (_, method, arguments) -> {
                            if (refusing.get()) {
                                var failure = new IllegalStateException("planted: no");
                                if (failsLater(method.getName())) {
                                    return CompletableFuture.failedFuture(failure);
                                }
                                if (writes.contains(method.getName())) {
                                    throw failure;
                                }
                            }
                            try {
                                return method.invoke(map, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    /// Every second write of this name fails by its future, the others at once.
    private boolean failsLater(String method) {
        return method.startsWith("submitToKey") && refusals.incrementAndGet() % 2 == 0;
    }

    static List<Long> versions(List<RecordedEvent> events) {
        return events.stream().map(RecordedEvent::version).toList();
    }

    static List<Long> upTo(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    static StreamId nextStream() {
        return StreamId.of("counter", "store-" + NEXT.incrementAndGet());
    }
}
