package dev.cobnut.framework.eventstore;

import com.hazelcast.config.EvictionConfig;
import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MaxSizePolicy;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.outbox.OutboxFeed;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
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

/// The streams of this service. Thread-safe.
///
/// ## The way of a group of appends
///
/// ```text
/// journal's writer:   COMMIT ─▶ event-streams and outbox, at the same time ─▶ answers ─▶ publisher woken
/// ```
///
/// The journal decides; the maps follow, for a whole group at once and before the answers, so that
/// whoever was answered finds the event in memory. A write to a map that fails changes no answer,
/// for the events are durable: the streams concerned are read from the journal until their entries
/// are gone, and the outbox gets the events from the sweeper.
///
/// Bulk writes do not wait for backups (Hazelcast 5.7, ADR 2). They need not: the journal brings
/// back what a lost member had.
public final class EventStore implements GroupListener {

    public static final String MAP_NAME = "event-streams";

    /// Longest wait for a bulk write; after that the answers are given, for the events are durable.
    private static final long MAP_WRITE_SECONDS_MAX = 5;

    /// Up to so many new streams are written one by one, like streams that go on: a bulk write ends
    /// on a thread of Hazelcast's that has to be woken for it, a single one on the partition's.
    private static final int SINGLE_WRITES_MAX = 16;

    private static final Logger LOG = System.getLogger(EventStore.class.getName());

    private final Journal journal;
    private final IMap<String, StreamEntry> map;
    private final int eventsMax;
    private final OutboxFeed feed;
    private final Runnable wakePublisher;
    private final @Nullable StreamsObserver observer;

    /// Streams whose entry may be older than the journal, because a write to the map failed.
    private final Set<String> distrusted = ConcurrentHashMap.newKeySet();

    /// Streams that a reader has begun to read through, and who that is. An append takes its
    /// streams out before it writes to the map, and waits for a reader that is just putting one
    /// there: so what is put is never older than what was answered.
    private final ConcurrentHashMap<String, Object> keeping = new ConcurrentHashMap<>();

    /// @param map the map [#MAP_NAME]
    /// @param eventsMax most events of one stream that are kept in memory
    public EventStore(
            Journal journal,
            IMap<String, ?> map,
            int eventsMax,
            OutboxFeed feed,
            Runnable wakePublisher) {
        this(journal, map, eventsMax, feed, wakePublisher, null);
    }

    /// @param observer of the writes to the maps
    @SuppressWarnings("unchecked")
    public EventStore(
            Journal journal,
            IMap<String, ?> map,
            int eventsMax,
            OutboxFeed feed,
            Runnable wakePublisher,
            @Nullable StreamsObserver observer) {
        this.journal = journal;
        this.map = (IMap<String, StreamEntry>) map;
        this.eventsMax = eventsMax;
        this.feed = feed;
        this.wakePublisher = wakePublisher;
        this.observer = observer;
    }

    /// @param streamsMax most streams in memory on one member; the least recently used ones leave
    public static MapConfig mapConfig(int streamsMax) {
        return new MapConfig(MAP_NAME)
                .setBackupCount(1)
                .setEvictionConfig(
                        new EvictionConfig()
                                .setEvictionPolicy(EvictionPolicy.LRU)
                                .setMaxSizePolicy(MaxSizePolicy.PER_NODE)
                                .setSize(streamsMax));
    }

    public static void registerSerializers(SerializationConfig serialization) {
        serialization.getCompactSerializationConfig().addSerializer(new StreamEntrySerializer());
    }

    /// Queues an append and returns at once. The result comes after the commit and after the maps
    /// have it.
    public AppendRequest append(AppendRequest request) {
        journal.append(request);
        return request;
    }

    /// Events of a stream, oldest first.
    ///
    /// @param afterVersion 0 for the beginning
    /// @param limit most events to return, from 1
    public List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        boolean trusted = distrusted.isEmpty() || !distrusted.contains(stream.value());
        StreamEntry entry = trusted ? map.get(stream.value()) : null;
        if (entry != null && afterVersion + 1 >= entry.firstVersion()) {
            return entry.read(afterVersion, limit);
        }
        return trusted && entry == null && afterVersion == 0
                ? readThrough(stream, limit)
                : journal.read(stream, afterVersion, limit);
    }

    private List<RecordedEvent> readThrough(StreamId stream, int limit) {
        Object reader = new Object();
        boolean alone = keeping.putIfAbsent(stream.value(), reader) == null;
        try {
            List<RecordedEvent> events = journal.read(stream, 0, limit);
            if (alone && !events.isEmpty() && events.size() < limit) {
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
        // Another member's append is not announced here.
        if (kept[0] && !journal.read(stream, entry.lastVersion(), 1).isEmpty()) {
            map.delete(stream.value());
        }
    }

    @Override
    public void written(List<AppendRequest> group, List<AppendResult> outcomes) {
        Map<String, StreamEntry> begun = new HashMap<>();
        Map<String, StreamEntry> continued = new HashMap<>();
        List<RecordedEvent> committed = new ArrayList<>(group.size());
        for (AppendResult outcome : outcomes) {
            if (outcome instanceof AppendResult.Appended(_, var events) && !events.isEmpty()) {
                committed.addAll(events);
                String stream = events.getFirst().stream().value();
                StreamEntry entry = StreamEntry.of(events);
                boolean begins = entry.firstVersion() == 1 || begun.containsKey(stream);
                (begins ? begun : continued).merge(stream, entry, StreamEntry::then);
            }
        }
        boolean admitted = false;
        try {
            if (!committed.isEmpty()) {
                long start = observer == null ? 0 : System.nanoTime();
                List<CompletionStage<?>> writes = beginWrites(begun, continued);
                admitted = feed.admit(committed); // while the other map is written
                endWrites(writes, begun, continued);
                if (observer != null) {
                    observer.written(committed.size(), System.nanoTime() - start);
                }
            }
        } finally {
            GroupListener.completing().written(group, outcomes);
        }
        if (admitted) {
            wakePublisher.run();
        }
    }

    private List<CompletionStage<?>> beginWrites(
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

    private void endWrites(
            List<CompletionStage<?>> writes,
            Map<String, StreamEntry> begun,
            Map<String, StreamEntry> continued) {
        try {
            for (CompletionStage<?> write : writes) {
                write.toCompletableFuture().get(MAP_WRITE_SECONDS_MAX, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            distrust(begun, continued, e);
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            distrust(begun, continued, e);
        }
    }

    private void distrust(
            Map<String, StreamEntry> begun, Map<String, StreamEntry> continued, Exception cause) {
        distrusted.addAll(begun.keySet());
        distrusted.addAll(continued.keySet());
        LOG.log(
                Level.WARNING,
                "the map of streams did not take "
                        + (begun.size() + continued.size())
                        + " streams; they are read from the journal",
                cause);
    }

    /// One bounded turn of the sweeper: drops entries that may be old, so that they are read
    /// through again.
    public void dropDistrusted() {
        for (String stream : List.copyOf(distrusted)) {
            map.delete(stream);
            distrusted.remove(stream);
        }
    }
}
