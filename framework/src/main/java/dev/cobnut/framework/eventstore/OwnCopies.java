package dev.cobnut.framework.eventstore;

import com.hazelcast.map.IMap;
import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.maps.BulkOperations;
import dev.cobnut.framework.waits.RequestWaits;
import dev.cobnut.framework.waits.Wait;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The copies of streams on a node that writes its journal alone.
///
/// The journal's writer puts a group into the map before it gives the answers, so no copy lags. A
/// failed write changes no answer, because the events are durable. The streams concerned are read
/// from the journal until their copies are dropped.
///
/// The copies of a large group are written together ([BulkOperations]).
final class OwnCopies implements StreamCopies {

    /// Longest wait for a write. After that, the answers are given all the same, because the events
    /// are durable.
    private static final long MAP_WRITE_SECONDS_MAX = 5;

    private static final Logger LOG = System.getLogger(EventStore.class.getName());

    private final Journal journal;
    private final IMap<String, StreamEntry> map;
    private final BulkOperations bulk;
    private final int eventsMax;
    private final @Nullable StreamsObserver observer;

    /// True once there was an append by somebody who does not own its streams.
    private volatile boolean shared;

    /// Streams whose copy may be older than the journal, because a write to the map failed.
    private final DoubtfulCopies doubtful = new DoubtfulCopies();

    /// Streams that are being loaded from the journal, each with its reader. An append removes its
    /// streams before it writes to the map. The removal waits for a reader that is just putting its
    /// copy there. So a reader never puts a copy that is older than an answer.
    private final ConcurrentHashMap<String, Object> readersInProgress = new ConcurrentHashMap<>();

    OwnCopies(
            Journal journal,
            IMap<String, StreamEntry> map,
            BulkOperations bulk,
            int eventsMax,
            @Nullable StreamsObserver observer) {
        this.journal = journal;
        this.map = map;
        this.bulk = bulk;
        this.eventsMax = eventsMax;
        this.observer = observer;
    }

    @Override
    public List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        boolean trusted = !doubtful.contains(stream.value());
        StreamEntry entry =
                trusted ? RequestWaits.during(Wait.MAP_READ, () -> map.get(stream.value())) : null;
        if (entry != null && afterVersion + 1 >= entry.firstVersion()) {
            return entry.read(afterVersion, limit);
        }
        return trusted && entry == null && afterVersion == 0
                ? readThrough(stream, limit)
                : journal.read(stream, afterVersion, limit);
    }

    @Override
    public List<RecordedEvent> readLatest(StreamId stream, long afterVersion, int limit) {
        return read(stream, afterVersion, limit);
    }

    /// Nobody else appends, except for appends across streams. Their events are in the copy before
    /// their answers are given.
    @Override
    public boolean hasChanged(StreamId stream, long version) {
        return shared && !read(stream, version, 1).isEmpty();
    }

    @Override
    public void sharedByWriters() {
        shared = true;
    }

    private List<RecordedEvent> readThrough(StreamId stream, int limit) {
        Object reader = new Object();
        boolean first = readersInProgress.putIfAbsent(stream.value(), reader) == null;
        try {
            List<RecordedEvent> events = journal.read(stream, 0, limit);
            if (first && !events.isEmpty() && !EventPage.isFull(events, limit)) {
                keep(stream, events, reader);
            }
            return events;
        } finally {
            readersInProgress.remove(stream.value(), reader);
        }
    }

    /// Keeps the copy of a stream that was loaded, unless the stream has grown meanwhile.
    private void keep(StreamId stream, List<RecordedEvent> events, Object reader) {
        StreamEntry entry = StreamEntry.of(events).tail(eventsMax);
        boolean[] kept = new boolean[1];
        readersInProgress.computeIfPresent(
                stream.value(),
                (key, holder) -> {
                    kept[0] = holder.equals(reader) && map.putIfAbsent(key, entry) == null;
                    return holder;
                });
        if (kept[0] && !journal.read(stream, entry.lastVersion(), 1).isEmpty()) {
            map.delete(stream.value());
        }
    }

    @Override
    public Write begin(List<List<RecordedEvent>> appended) {
        Map<String, StreamEntry> streams = HashMap.newHashMap(appended.size());
        for (List<RecordedEvent> events : appended) {
            streams.merge(
                    events.getFirst().stream().value(), StreamEntry.of(events), StreamEntry::then);
        }
        streams.keySet().forEach(readersInProgress::remove);
        Map<String, AppendEvents> appends = HashMap.newHashMap(streams.size());
        streams.forEach((stream, events) ->
                appends.put(stream, new AppendEvents(events, eventsMax, observer)));
        return new OwnWrite(appends.keySet(), bulk.submit(map, appends));
    }

    @Override
    public void dropDoubtful() {
        long all = doubtful.all();
        Map<String, Long> marks = doubtful.marks();
        if (all != 0) {
            map.evictAll();
            doubtful.allDropped(all, marks);
            return;
        }
        marks.forEach((stream, mark) -> {
            map.delete(stream);
            doubtful.dropped(stream, mark);
        });
    }

    @Override
    public void forget(Collection<StreamId> streams) {
        streams.forEach(stream -> doubtful.add(stream.value()));
        dropDoubtful();
    }

    @Override
    public void forgetOwned() {
        map.evictAll();
    }

    /// A group on its way into the map.
    private final class OwnWrite implements Write {

        private final Set<String> streams;
        private final List<CompletionStage<?>> writes;

        OwnWrite(Set<String> streams, List<CompletionStage<?>> writes) {
            this.streams = streams;
            this.writes = writes;
        }

        /// Waits for the writes. After a failure, the streams of the group are read from the
        /// journal.
        @Override
        public void await() {
            try {
                for (CompletionStage<?> write : writes) {
                    write.toCompletableFuture().get(MAP_WRITE_SECONDS_MAX, TimeUnit.SECONDS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                doubt(e);
            } catch (ExecutionException | TimeoutException | RuntimeException e) {
                doubt(e);
            }
        }

        @Override
        public void answer(AppendRequest request, AppendResult outcome) {
            request.answer(outcome);
        }

        private void doubt(Exception cause) {
            streams.forEach(doubtful::add);
            LOG.log(
                    Level.WARNING,
                    "the map of streams did not take "
                            + streams.size()
                            + " streams; they are read from the journal",
                    cause);
        }
    }
}
