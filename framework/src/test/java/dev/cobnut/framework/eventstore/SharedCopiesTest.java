package dev.cobnut.framework.eventstore;

import static dev.cobnut.framework.eventstore.EventStoreTest.append;
import static dev.cobnut.framework.eventstore.EventStoreTest.growWhileItIsReadAndEvicted;
import static dev.cobnut.framework.eventstore.EventStoreTest.upTo;
import static dev.cobnut.framework.eventstore.EventStoreTest.versions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.outbox.InMemoryOutboxStore;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxLimits;
import dev.cobnut.framework.outbox.OutboxObserver;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/// Copies of streams in a cluster: the map of a real member behind an owner that can stop replying,
/// and a journal that another member also writes.
@TestInstance(Lifecycle.PER_CLASS)
class SharedCopiesTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final HazelcastInstance hazelcast = TestNode.member();
    private final IMap<String, StreamEntry> map = hazelcast.getMap(EventStore.MAP_NAME);
    private final AtomicBoolean silent = new AtomicBoolean();
    private final AtomicBoolean majority = new AtomicBoolean(true);
    private final AtomicInteger journalReads = new AtomicInteger();
    private Runnable beforeKeep = () -> {};
    private InMemoryJournal log = InMemoryJournal.create(InstantSource.system());
    private InMemoryJournal other = log.sibling();
    private EventStore streams = streams(SOON);

    @BeforeEach
    void begin() {
        silent.set(false);
        majority.set(true);
        beforeKeep = () -> {};
        begin(SOON);
    }

    /// @param copyWaitMax on a busy machine an owner may take longer to reply than a service waits
    private void begin(Duration copyWaitMax) {
        log = InMemoryJournal.create(InstantSource.system());
        other = log.sibling();
        streams = streams(copyWaitMax);
        log.start(streams);
        other.start(GroupListener.completing()); // a member that reaches no map of this one
        journalReads.set(0);
    }

    private void beginWithImpatience() {
        closeJournals();
        begin(EventStore.COPY_WAIT_MAX);
    }

    @AfterEach
    void closeJournals() {
        other.close();
        log.close();
    }

    @AfterAll
    void shutDown() {
        hazelcast.shutdown();
    }

    @Test
    void whatWasAnsweredIsReadWithoutTheJournal() {
        StreamId stream = EventStoreTest.nextStream();
        append(streams, stream, 0, 2);
        append(streams, stream, 2, 1);
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 3));
        assertThat(versions(streams.read(stream, 2, 100))).isEqualTo(upTo(3, 3));
        assertThat(journalReads).hasValue(0);
    }

    @Test
    void anAppendAcrossStreamsIsAnsweredWhenTheCopiesOfAllHaveItsEvents() {
        StreamId one = EventStoreTest.nextStream();
        StreamId two = EventStoreTest.nextStream();
        append(streams, one, 0, 1);
        AppendRequest across =
                AppendRequest.across(
                        List.of(part(one), part(two), part(one), part(two)), null, null);
        assertThat(streams.appendAcross(across).result().orTimeout(2, TimeUnit.MINUTES).join())
                .isInstanceOf(AppendResult.Appended.class);
        assertThat(versions(streams.read(one, 0, 100))).isEqualTo(upTo(1, 3));
        assertThat(versions(streams.read(two, 0, 100))).isEqualTo(upTo(1, 2));
        assertThat(journalReads).hasValue(0);
    }

    private static AppendRequest.StreamEvents part(StreamId stream) {
        return new AppendRequest.StreamEvents(
                stream, new ExpectedVersion.Any(), List.of(TestNode.event("Counted", "1")));
    }

    @Test
    void aCopyInTheFormatOfALaterVersionIsReadFromTheJournal() {
        StreamId stream = EventStoreTest.nextStream();
        append(streams, stream, 0, 2);
        StreamEntry copy = StreamEntry.of(log.read(stream, 0, 10));
        copy.frames()[Integer.BYTES] = 99; // the byte that says the format
        map.set(stream.value(), copy);

        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 2));
        assertThat(versions(streams.read(stream, 1, 100))).isEqualTo(upTo(2, 2));
    }

    @Test
    void whoeverReadsAfterAnAnswerSeesWhatWasAnsweredAndNoOlderCopyStays() {
        for (int round = 0; round < 5; round++) {
            growWhileItIsReadAndEvicted(streams, map, EventStoreTest.nextStream());
        }
    }

    @Test
    void aCopyThatLagsIsNotTakenForTheLatest() {
        StreamId stream = EventStoreTest.nextStream();
        append(streams, stream, 0, 1);
        appendElsewhere(stream, 1);
        assertThat(versions(streams.read(stream, 0, 100))).as("lags").isEqualTo(upTo(1, 1));
        assertThat(versions(streams.readLatest(stream, 0, 100))).isEqualTo(upTo(1, 2));
        assertThat(streams.hasChanged(stream, 0)).isTrue();
        assertThat(streams.hasChanged(stream, 1)).isTrue();
        assertThat(streams.hasChanged(stream, 2)).isFalse();
        assertThat(streams.hasChanged(EventStoreTest.nextStream(), 0)).isFalse();
    }

    /// After a failover that lost events, as the journal shows it.
    @Test
    void aCopyWithMoreThanTheJournalHasIsDropped() {
        StreamId stream = EventStoreTest.nextStream();
        append(streams, stream, 0, 1);
        map.set(stream.value(), withOneMore(stream));
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 2));

        assertThat(streams.hasChanged(stream, 2)).isTrue();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> versions(streams.read(stream, 0, 100)).equals(upTo(1, 1)));

        map.set(stream.value(), withOneMore(stream));
        AppendRequest ahead =
                streams.append(
                        AppendRequest.of(
                                stream,
                                new ExpectedVersion.Exactly(2),
                                List.of(TestNode.event("Counted", "1")),
                                null));
        assertThat(ahead.result().orTimeout(60, TimeUnit.SECONDS).join())
                .isEqualTo(new AppendResult.Conflict(stream, 1));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> versions(streams.read(stream, 0, 100)).equals(upTo(1, 1)));
    }

    @Test
    void aStreamThatIsNotInMemoryIsReadThroughOnceAndKept() {
        StreamId stream = EventStoreTest.nextStream();
        appendElsewhere(stream, 0);
        appendElsewhere(stream, 1);
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 2));
        journalReads.set(0);
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 2));
        assertThat(journalReads).hasValue(0);
    }

    @Test
    void aCopyOfTheLastEventsOnlyIsCompletedByAReader() {
        StreamId stream = EventStoreTest.nextStream();
        appendElsewhere(stream, 0);
        append(streams, stream, 1, 1);
        assertThat(copy(stream).firstVersion()).isEqualTo(2);
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 2));
        assertThat(copy(stream).firstVersion()).isEqualTo(1);
    }

    /// The reader has read version 1; version 2 is appended, its copy arrives and is evicted; then
    /// the reader wants to keep what it read. It kept it for a moment, in which others could read
    /// it after the answer to version 2.
    @Test
    void aReaderThatWasOvertakenLeavesNoOlderCopy() {
        StreamId stream = EventStoreTest.nextStream();
        append(streams, stream, 0, 1);
        map.evict(stream.value());
        AtomicBoolean overtaken = new AtomicBoolean();
        beforeKeep =
                () -> {
                    overtaken.set(true);
                    append(streams, stream, 1, 1);
                    map.evict(stream.value());
                };
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 1));
        assertThat(overtaken).isTrue();
        assertThat(map.get(stream.value())).isNull();
        beforeKeep = () -> {};
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 2));
    }

    @Test
    void aStreamThatDoesNotExistTakesNoPlace() {
        StreamId stream = EventStoreTest.nextStream();
        assertThat(streams.read(stream, 0, 100)).isEmpty();
        assertThat(map.containsKey(stream.value())).isFalse();
    }

    /// A reader that is overtaken, and another one that begins after the eviction.
    @Test
    void theReservationOfAnotherReaderIsNotFilled() {
        StreamId stream = EventStoreTest.nextStream();
        append(streams, stream, 0, 1);
        map.evict(stream.value());
        CopyReservation late = CopyReservation.byNewReader();
        map.executeOnKey(stream.value(), late);
        append(streams, stream, 1, 1);
        map.evict(stream.value());
        CopyReservation next = CopyReservation.byNewReader();
        map.executeOnKey(stream.value(), next);

        map.executeOnKey(stream.value(), late.filledWith(StreamEntry.of(log.read(stream, 0, 1))));
        assertThat(copy(stream).lastVersion()).as("still reserved").isNegative();

        map.executeOnKey(stream.value(), next.filledWith(StreamEntry.of(log.read(stream, 0, 2))));
        assertThat(versions(copy(stream).read(0, 100))).isEqualTo(upTo(1, 2));
    }

    /// A reader that ends before it fills its place leaves a reservation.
    @Test
    void aReservationIsNoCopyAndIsReplacedByAppendsAndByOtherReaders() {
        StreamId stream = EventStoreTest.nextStream();
        append(streams, stream, 0, 1);
        map.evict(stream.value());
        map.executeOnKey(stream.value(), CopyReservation.byNewReader());

        append(streams, stream, 1, 1);
        assertThat(copy(stream).firstVersion()).isEqualTo(2);
        assertThat(copy(stream).lastVersion()).isEqualTo(2);

        map.evict(stream.value());
        map.executeOnKey(stream.value(), CopyReservation.byNewReader());
        assertThat(versions(streams.read(stream, 1, 100))).isEqualTo(upTo(2, 2));
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 2));
        await().atMost(SOON)
                .until(() ->
                        streams.read(stream, 0, 100).size() == 2
                                && copy(stream).firstVersion() == 1);
    }

    @Test
    void anOwnerThatDoesNotReplyHoldsUpNoAnswerForLongAndTheJournalIsRead() {
        beginWithImpatience();
        StreamId stream = EventStoreTest.nextStream();
        append(streams, stream, 0, 1);
        silent.set(true);
        append(streams, stream, 1, 1); // bounded inside
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 2));
        silent.set(false);
        assertThat(versions(streams.read(stream, 0, 100)))
                .as("the older copy is doubted")
                .isEqualTo(upTo(1, 2));
        streams.dropDoubtful();
        assertThat(map.get(stream.value())).isNull();
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 2));
    }

    /// The count of writes on their way once only grew, and then no copy was trusted any more.
    @Test
    void copiesAreTrustedAfterMoreWritesThanMayBeInFlight() {
        StreamId stream = EventStoreTest.nextStream();
        for (int version = 0; version <= SharedCopies.IN_FLIGHT_MAX; version++) {
            append(streams, stream, version, 1);
        }
        StreamId next = EventStoreTest.nextStream();
        append(streams, next, 0, 1);
        journalReads.set(0);
        assertThat(versions(streams.read(next, 0, 100))).isEqualTo(upTo(1, 1));
        assertThat(journalReads).hasValue(0);
    }

    @Test
    void copiesThatCannotBeDroppedStayDoubted() {
        beginWithImpatience();
        StreamId stream = EventStoreTest.nextStream();
        append(streams, stream, 0, 1);
        silent.set(true);
        append(streams, stream, 1, 1);
        streams.dropDoubtful();
        silent.set(false);
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 2));
    }

    @Test
    void withoutAMajorityStreamsAreReadFromTheJournal() {
        StreamId stream = EventStoreTest.nextStream();
        append(streams, stream, 0, 1);
        appendElsewhere(stream, 1);
        majority.set(false);
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 2));
    }

    @Test
    void afterAMemberHasGoneNoCopyOfBeforeIsLeft() {
        StreamId stream = EventStoreTest.nextStream();
        append(streams, stream, 0, 1);
        appendElsewhere(stream, 1);
        streams.forgetOwned();
        await().atMost(SOON).until(() -> map.get(stream.value()) == null);
        assertThat(versions(streams.read(stream, 0, 100))).isEqualTo(upTo(1, 2));
    }

    private StreamEntry copy(StreamId stream) {
        return Objects.requireNonNull(map.get(stream.value()));
    }

    /// A copy with one event more than the journal has.
    private StreamEntry withOneMore(StreamId stream) {
        try (InMemoryJournal lost = InMemoryJournal.create(InstantSource.system())) {
            lost.start(GroupListener.completing());
            AppendRequest two =
                    AppendRequest.of(
                            stream,
                            new ExpectedVersion.NoStream(),
                            List.of(TestNode.event("Counted", "1"), TestNode.event("Counted", "1")),
                            null);
            lost.append(two);
            assertThat(two.result().orTimeout(60, TimeUnit.SECONDS).join())
                    .isInstanceOf(AppendResult.Appended.class);
            return StreamEntry.of(lost.read(stream, 0, 2));
        }
    }

    private void appendElsewhere(StreamId stream, long expectedVersion) {
        AppendRequest request =
                AppendRequest.of(
                        stream,
                        ExpectedVersion.of(expectedVersion),
                        List.of(TestNode.event("Counted", "1")),
                        null);
        other.append(request);
        request.result().join();
    }

    private EventStore streams(Duration copyWaitMax) {
        OutboxFeed nowhere =
                OutboxFeed.ofSingleNode(
                        log,
                        new InMemoryOutboxStore(),
                        new OutboxLimits(1, 1),
                        _ -> false,
                        _ -> {},
                        _ -> {},
                        OutboxObserver.NONE);
        return EventStore.withSharedCopies(
                counting(), owner(), 1_000, majority::get, copyWaitMax, nowhere, null);
    }

    /// The journal, with its reads of streams counted.
    private SharedJournal counting() {
        return (SharedJournal)
                Proxy.newProxyInstance(
                        SharedJournal.class.getClassLoader(),
                        new Class<?>[] {SharedJournal.class},
                        (_, method, arguments) -> {
                            if (method.getName().equals("read")) {
                                journalReads.incrementAndGet();
                            }
                            return invoke(method, log, arguments);
                        });
    }

    /// The map. While `silent` is set, no request arrives and no reply comes back.
    @SuppressWarnings("unchecked")
    private IMap<String, ?> owner() {
        Set<String> calls = Set.of("submitToKey", "getAsync", "deleteAsync");
        return (IMap<String, ?>)
                Proxy.newProxyInstance(
                        IMap.class.getClassLoader(),
                        new Class<?>[] {IMap.class},
                        (_, method, arguments) -> {
                            if (silent.get() && calls.contains(method.getName())) {
                                return new CompletableFuture<>();
                            }
                            if (method.getName().equals("submitToKey")
                                    && arguments[1] instanceof CopyReservation reservation
                                    && reservation.isFilled()) {
                                beforeKeep.run();
                            }
                            return invoke(method, map, arguments);
                        });
    }

    private static @Nullable Object invoke(Method method, Object target, Object[] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
