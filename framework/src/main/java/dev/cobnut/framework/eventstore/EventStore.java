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
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.outbox.OutboxFeed;
import java.util.ArrayList;
import java.util.List;
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
/// Bulk writes do not wait for backups (Hazelcast 5.7, ADR 2). They need not: a node with a map of
/// streams is alone.
///
/// ## Over a journal that members share
///
/// There is no map of streams ([#shared]): another member's append would have to be in it before
/// its client is answered, also while members are lost and found, or a reader would see an old
/// stream. Only the journal can tell whether an entry is old, and asking it costs what reading the
/// stream from it costs (ADR 22).
public final class EventStore implements GroupListener {

    public static final String MAP_NAME = "event-streams";

    private final Journal journal;

    /// Null when members share the journal.
    private final @Nullable StreamsInMemory memory;

    private final OutboxFeed feed;
    private final Runnable wakePublisher;
    private final @Nullable StreamsObserver observer;

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
        this(
                journal,
                new StreamsInMemory(journal, (IMap<String, StreamEntry>) map, eventsMax, observer),
                feed,
                wakePublisher,
                observer);
    }

    private EventStore(
            Journal journal,
            @Nullable StreamsInMemory memory,
            OutboxFeed feed,
            Runnable wakePublisher,
            @Nullable StreamsObserver observer) {
        this.journal = journal;
        this.memory = memory;
        this.feed = feed;
        this.wakePublisher = wakePublisher;
        this.observer = observer;
    }

    /// The streams of a member whose journal others write, too: every read is one of the journal.
    public static EventStore shared(
            SharedJournal journal,
            OutboxFeed feed,
            Runnable wakePublisher,
            @Nullable StreamsObserver observer) {
        return new EventStore(journal, null, feed, wakePublisher, observer);
    }

    /// Whether others append to these streams, too.
    public boolean isShared() {
        return memory == null;
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
        return memory == null
                ? journal.read(stream, afterVersion, limit)
                : memory.read(stream, afterVersion, limit);
    }

    @Override
    public void written(List<AppendRequest> group, List<AppendResult> outcomes) {
        List<List<RecordedEvent>> appended = new ArrayList<>(group.size());
        List<RecordedEvent> committed = new ArrayList<>(group.size());
        for (AppendResult outcome : outcomes) {
            if (outcome instanceof AppendResult.Appended(_, var events) && !events.isEmpty()) {
                committed.addAll(events);
                appended.add(events);
            }
        }
        boolean admitted = false;
        try {
            if (!committed.isEmpty()) {
                long start = observer == null ? 0 : System.nanoTime();
                StreamsInMemory.Write write = memory == null ? null : memory.begin(appended);
                admitted = feed.admit(committed); // while the other map is written
                if (write != null) {
                    write.end();
                }
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

    /// One bounded turn of the sweeper: drops entries that may be old, so that they are read
    /// through again.
    public void dropDistrusted() {
        if (memory != null) {
            memory.dropDistrusted();
        }
    }
}
