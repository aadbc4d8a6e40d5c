package dev.cobnut.framework.eventstore;

import com.hazelcast.map.IMap;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.Journal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The map of streams of a node whose journal nobody else writes.
///
/// The journal's writer puts a group into the map before it gives the answers, so no copy lags. A
/// write that fails changes no answer, for the events are durable: the streams concerned are read
/// from the journal until their copies are dropped.
///
/// Bulk writes do not wait for backups (Hazelcast 5.7, ADR 2). They need not: this node has no
/// other member to lose.
final class OwnCopies implements StreamCopies {

    /// Longest wait for a bulk write; after that the answers are given, for the events are durable.
    private static final long MAP_WRITE_SECONDS_MAX = 5;

    /// Up to so many new streams are written one by one, like streams that go on: a bulk write ends
    /// on a thread of Hazelcast's that has to be woken for it, a single one on the partition's.
    private static final int SINGLE_WRITES_MAX = 16;

    private static final Logger LOG = System.getLogger(EventStore.class.getName());

    private final Journal journal;
    private final IMap<String, StreamEntry> map;
    private final int eventsMax;
    private final @Nullable StreamsObserver observer;

    /// Streams whose entry may be older than the journal, because a write to the map failed.
    private final Set<String> doubtful = ConcurrentHashMap.newKeySet();

    /// Streams that a reader has begun to read through, and who that is. An append takes its
    /// streams out before it writes to the map, and waits for a reader that is just putting one
    /// there: so what is put is never older than what was answered.
    private final ConcurrentHashMap<String, Object> keeping = new ConcurrentHashMap<>();

    OwnCopies(
            Journal journal,
            IMap<String, StreamEntry> map,
            int eventsMax,
            @Nullable StreamsObserver observer) {
        this.journal = journal;
        this.map = map;
        this.eventsMax = eventsMax;
        this.observer = observer;
    }

    @Override
    public List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        boolean trusted = doubtful.isEmpty() || !doubtful.contains(stream.value());
        StreamEntry entry = trusted ? map.get(stream.value()) : null;
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

    /// Nobody else appends.
    @Override
    public boolean hasGrown(StreamId stream, long version) {
        return false;
    }

    private List<RecordedEvent> readThrough(StreamId stream, int limit) {
        Object reader = new Object();
        boolean first = keeping.putIfAbsent(stream.value(), reader) == null;
        try {
            List<RecordedEvent> events = journal.read(stream, 0, limit);
            if (first && !events.isEmpty() && events.size() < limit) {
                keep(stream, events, reader);
            }
            return events;
        } finally {
            keeping.remove(stream.value(), reader);
        }
    }

    /// Keeps a stream that was read through, unless it has grown meanwhile.
    private void keep(StreamId stream, List<RecordedEvent> events, Object reader) {
        StreamEntry entry = StreamEntry.of(events).tail(eventsMax);
        boolean[] kept = new boolean[1];
        keeping.computeIfPresent(
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
        Map<String, StreamEntry> begun = new HashMap<>();
        Map<String, StreamEntry> continued = new HashMap<>();
        for (List<RecordedEvent> events : appended) {
            String stream = events.getFirst().stream().value();
            StreamEntry entry = StreamEntry.of(events);
            boolean begins = entry.firstVersion() == 1 || begun.containsKey(stream);
            (begins ? begun : continued).merge(stream, entry, StreamEntry::then);
        }
        return new OwnWrite(begun, continued, submit(begun, continued));
    }

    private List<CompletionStage<?>> submit(
            Map<String, StreamEntry> begun, Map<String, StreamEntry> continued) {
        List<CompletionStage<?>> writes = new ArrayList<>(1 + continued.size());
        begun.keySet().forEach(keeping::remove);
        continued.keySet().forEach(keeping::remove);
        try {
            if (begun.size() <= SINGLE_WRITES_MAX) {
                append(begun, writes);
            } else {
                begun.replaceAll((_, entry) -> entry.tail(eventsMax));
                writes.add(map.setAllAsync(begun));
            }
            append(continued, writes);
        } catch (RuntimeException e) {
            writes.add(CompletableFuture.failedStage(e));
        }
        return writes;
    }

    private void append(Map<String, StreamEntry> streams, List<CompletionStage<?>> writes) {
        streams.forEach((stream, entry) ->
                writes.add(map.submitToKey(stream, new AppendEvents(entry, eventsMax, observer))));
    }

    @Override
    public void dropDoubtful() {
        for (String stream : List.copyOf(doubtful)) {
            map.delete(stream);
            doubtful.remove(stream);
        }
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

        private final Map<String, StreamEntry> begun;
        private final Map<String, StreamEntry> continued;
        private final List<CompletionStage<?>> writes;

        OwnWrite(
                Map<String, StreamEntry> begun,
                Map<String, StreamEntry> continued,
                List<CompletionStage<?>> writes) {
            this.begun = begun;
            this.continued = continued;
            this.writes = writes;
        }

        /// Waits for it; streams that the map did not take are read from the journal.
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
            request.result().complete(outcome);
        }

        private void doubt(Exception cause) {
            doubtful.addAll(begun.keySet());
            doubtful.addAll(continued.keySet());
            LOG.log(
                    Level.WARNING,
                    "the map of streams did not take "
                            + (begun.size() + continued.size())
                            + " streams; they are read from the journal",
                    cause);
        }
    }
}
