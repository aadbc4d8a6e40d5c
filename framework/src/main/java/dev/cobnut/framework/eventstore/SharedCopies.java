package dev.cobnut.framework.eventstore;

import com.hazelcast.map.IMap;
import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.waits.RequestWaits;
import dev.cobnut.framework.waits.Wait;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The copies of streams in a cluster. A copy is at the owner of the stream's partition. It has no
/// backup, because the journal has every event.
///
/// ## When a copy has an event
///
/// The member that commits sends the events to the owner and gives the answer when the owner has
/// them. So a read that begins after an answer sees the appended events, at any member. The
/// journal's writer does not wait: it commits the next group meanwhile.
///
/// ## When a copy lags
///
/// An owner that is being lost does not reply. An answer and a read wait for it for a limited time.
/// Then this member marks the copy as doubtful and reads the stream from the journal until the copy
/// is dropped. Other members may read an older copy until then.
///
/// A member without a majority reads the journal. When a member has gone, the others drop the
/// copies that they own, because its last writes may not have arrived. A copy is also dropped when
/// an event of its stream was in the journal but not in the outbox map ([#forget]).
///
/// ## Why a copy that lags decides nothing
///
/// An append names the version that it expects, and the journal compares it. An answer without an
/// append rests on [#readLatest] or [#hasChanged], and both read the journal.
///
/// ## No older copy replaces a newer one
///
/// An append never replaces a newer version ([AppendEvents]). A reader that has read a stream
/// reserves the place of its copy, sees that the journal has no more, and fills the place. An
/// append that arrives meanwhile takes the place ([CopyReservation]).
final class SharedCopies implements StreamCopies {

    /// Most writes that are on their way to owners. With more, the copies are doubtful at once.
    static final int IN_FLIGHT_MAX = 4_096;

    /// Longest time that one turn of the sweeper drops copies.
    private static final long DROP_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = System.getLogger(EventStore.class.getName());

    private final SharedJournal journal;
    private final IMap<String, StreamEntry> map;
    private final int eventsMax;
    private final BooleanSupplier majority;
    private final long waitNanosMax;
    private final DoubtfulCopies doubtful = new DoubtfulCopies();
    private final AtomicInteger inFlight = new AtomicInteger();

    /// @param majority true while this member sees the majority of the cluster
    /// @param waitMax longest time that an answer or a read waits for the owner of the copy
    SharedCopies(
            SharedJournal journal,
            IMap<String, StreamEntry> map,
            int eventsMax,
            BooleanSupplier majority,
            Duration waitMax) {
        this.journal = journal;
        this.map = map;
        this.eventsMax = eventsMax;
        this.majority = majority;
        this.waitNanosMax = waitMax.toNanos();
    }

    @Override
    public List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        String key = stream.value();
        if (doubtful.contains(key) || !majority.getAsBoolean()) {
            return journal.read(stream, afterVersion, limit);
        }
        StreamEntry copy;
        try {
            copy = RequestWaits.during(Wait.MAP_READ, () -> await(map.getAsync(key)));
        } catch (CopyUnavailableException _) { // already logged
            doubtful.add(key);
            return journal.read(stream, afterVersion, limit);
        }
        if (copy != null && afterVersion + 1 >= copy.firstVersion()) {
            try {
                return copy.read(afterVersion, limit);
            } catch (UnreadableEventException e) {
                LOG.log(Level.DEBUG, "the copy of " + key + " is of another version", e);
                return journal.read(stream, afterVersion, limit);
            }
        }
        List<RecordedEvent> events = journal.read(stream, afterVersion, limit);
        if (afterVersion == 0 && !events.isEmpty() && !EventPage.isFull(events, limit)) {
            keep(stream, events);
        }
        return events;
    }

    private void keep(StreamId stream, List<RecordedEvent> events) {
        StreamEntry entry = StreamEntry.of(events).tail(eventsMax);
        if (entry.firstVersion() > 1) {
            return; // useless: the next reader from the beginning would read the journal again
        }
        String key = stream.value();
        CopyReservation reservation = CopyReservation.byNewReader();
        try {
            var _ = await(map.submitToKey(key, reservation));
            if (journal.read(stream, entry.lastVersion(), 1).isEmpty()) {
                var _ = await(map.submitToKey(key, reservation.filledWith(entry)));
            }
        } catch (CopyUnavailableException | RuntimeException e) {
            // The events that were read are correct, and what arrives late finds its place or none.
            LOG.log(Level.DEBUG, "a copy of a stream could not be kept", e);
        }
    }

    @Override
    public List<RecordedEvent> readLatest(StreamId stream, long afterVersion, int limit) {
        return journal.read(stream, afterVersion, limit);
    }

    @Override
    public boolean hasChanged(StreamId stream, long version) {
        long now = StreamCopies.versionIn(journal, stream, version);
        if (now < version) {
            delete(stream.value()); // it has events that a failover lost
        }
        return now != version;
    }

    /// Does nothing: another writer is expected anyway.
    @Override
    public void sharedByWriters() {}

    @Override
    public Write begin(List<List<RecordedEvent>> appended) {
        Map<String, StreamEntry> entries = HashMap.newHashMap(appended.size());
        for (List<RecordedEvent> events : appended) {
            entries.merge(
                    events.getFirst().stream().value(), StreamEntry.of(events), StreamEntry::then);
        }
        return new SharedWrite(entries);
    }

    @Override
    public void dropDoubtful() {
        long all = doubtful.all();
        Map<String, Long> marks = doubtful.marks();
        if (all != 0) {
            try {
                map.evictAll();
                doubtful.allDropped(all, marks);
            } catch (RuntimeException e) {
                LOG.log(Level.DEBUG, "copies cannot be dropped now; the next sweep tries", e);
            }
            return;
        }
        long end = System.nanoTime() + DROP_NANOS_MAX;
        for (Map.Entry<String, Long> mark : marks.entrySet()) {
            try {
                await(map.deleteAsync(mark.getKey()));
                doubtful.dropped(mark.getKey(), mark.getValue());
            } catch (CopyUnavailableException _) {
                LOG.log(Level.DEBUG, "a copy cannot be dropped now; the next sweep tries");
            }
            if (System.nanoTime() - end > 0) {
                return;
            }
        }
    }

    @Override
    public void forget(Collection<StreamId> streams) {
        streams.forEach(stream -> delete(stream.value()));
    }

    /// Returns at once.
    private void delete(String key) {
        var _ =
                map.deleteAsync(key)
                        .whenCompleteAsync(
                                (_, failure) -> {
                                    if (failure != null) {
                                        doubtful.add(key);
                                    }
                                },
                                Runnable::run);
    }

    /// Runs on a new thread, because the caller is one of Hazelcast's threads, which must not wait.
    @Override
    public void forgetOwned() {
        Thread.ofVirtual().name("cobnut-forget-copies").start(this::deleteOwned);
    }

    private void deleteOwned() {
        try {
            for (String key : map.localKeySet()) { // one by one: there may be very many
                await(map.deleteAsync(key));
            }
        } catch (CopyUnavailableException | RuntimeException e) {
            doubtful.addAll();
            LOG.log(
                    Level.DEBUG,
                    "copies of streams cannot be dropped after a member has gone; the next sweep"
                            + " tries",
                    e);
        }
    }

    private <T extends @Nullable Object> T await(CompletionStage<T> reply)
            throws CopyUnavailableException {
        try {
            return reply.toCompletableFuture().get(waitNanosMax, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CopyUnavailableException(e);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            throw new CopyUnavailableException(e);
        }
    }

    /// The owner of a copy did not reply in time, or the map rejected the operation.
    private static final class CopyUnavailableException extends Exception {

        private static final long serialVersionUID = 1L;

        CopyUnavailableException(Exception cause) {
            super(cause);
            LOG.log(Level.DEBUG, "a copy of a stream is not available; the journal is read", cause);
        }
    }

    /// A group whose events are being sent to the owners of the copies.
    private final class SharedWrite implements Write {

        /// One future per stream. It is completed when the copy has the events, or when the wait
        /// for it has ended.
        private final Map<String, CompletableFuture<Void>> arrivals;

        private final AtomicInteger outstanding;

        /// Completed when the last write has ended.
        private final CompletableFuture<Void> allArrived = new CompletableFuture<>();

        SharedWrite(Map<String, StreamEntry> entries) {
            this.arrivals = HashMap.newHashMap(entries.size());
            this.outstanding = new AtomicInteger(entries.size());
            entries.forEach((key, entry) -> arrivals.put(key, send(key, entry)));
            if (!allArrived.isDone()) {
                // One timer for the group.
                var _ =
                        allArrived
                                .orTimeout(waitNanosMax, TimeUnit.NANOSECONDS)
                                .whenComplete((_, late) -> {
                                    if (late != null) {
                                        arrivals.forEach(this::giveUp);
                                    }
                                });
            }
        }

        private CompletableFuture<Void> send(String key, StreamEntry entry) {
            CompletableFuture<Void> arrival = new CompletableFuture<>();
            if (inFlight.incrementAndGet() > IN_FLIGHT_MAX) {
                arrived(key, arrival, new RejectedExecutionException("too many are on their way"));
                return arrival;
            }
            try {
                var _ =
                        map.submitToKey(key, new AppendEvents(entry, eventsMax, null))
                                .whenCompleteAsync(
                                        (_, failure) -> arrived(key, arrival, failure),
                                        Runnable::run);
            } catch (RuntimeException e) {
                arrived(key, arrival, e);
            }
            return arrival;
        }

        private void arrived(
                String key, CompletableFuture<Void> arrival, @Nullable Throwable failure) {
            if (failure != null) {
                doubtful.add(key);
                LOG.log(
                        Level.DEBUG,
                        "the copy of " + key + " did not take its events; the journal is read",
                        failure);
            }
            inFlight.decrementAndGet();
            if (!arrival.complete(null)) {
                // It was given up, and its copy may have been dropped before it arrived.
                doubtful.add(key);
            }
            if (outstanding.decrementAndGet() == 0) {
                allArrived.complete(null);
            }
        }

        private void giveUp(String key, CompletableFuture<Void> arrival) {
            if (!arrival.isDone()) {
                doubtful.add(key);
                boolean _ = arrival.complete(null);
            }
        }

        @Override
        public void answer(AppendRequest request, AppendResult outcome) {
            CompletableFuture<Void> arrival =
                    outcome instanceof AppendResult.Appended(_, var events) && !events.isEmpty()
                            ? arrivalOf(request)
                            : null;
            if (arrival == null) {
                request.answer(outcome);
            } else {
                var _ = arrival.thenRun(() -> request.answer(outcome));
            }
        }

        private @Nullable CompletableFuture<Void> arrivalOf(AppendRequest request) {
            if (request.streams().size() == 1) {
                return arrivals.get(request.stream().value());
            }
            return CompletableFuture.allOf(
                    request.streams().stream()
                            .map(part -> arrivals.get(part.stream().value()))
                            .filter(Objects::nonNull)
                            .toArray(CompletableFuture<?>[]::new));
        }
    }
}
