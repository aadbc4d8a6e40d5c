package dev.cobnut.framework.view;

import com.hazelcast.config.EvictionConfig;
import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MaxSizePolicy;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamFold;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/// A projection and the map that it fills. Thread-safe; calls may block for a map operation or a
/// read of the journal.
public final class View<V> {

    private static final System.Logger LOG = System.getLogger(View.class.getName());

    /// Maps of views are named `view-<name of the projection>`.
    public static final String MAP_PREFIX = "view-";

    private final Projection<V> projection;
    private final IMap<String, ViewEntry> map;
    private final StreamReader streams;
    private final LookupReader lookups;
    private final ViewWrites writes;

    /// @param streams reads every event that was committed
    public View(
            Projection<V> projection,
            HazelcastInstance hazelcast,
            StreamReader streams,
            LookupReader lookups,
            ViewWrites writes) {
        this.projection = projection;
        this.map = hazelcast.getMap(MAP_PREFIX + projection.name());
        this.streams = streams;
        this.lookups = lookups;
        this.writes = writes;
    }

    /// What crosses the network or is kept in the map.
    public static void registerSerializers(SerializationConfig serialization) {
        serialization
                .getCompactSerializationConfig()
                .addSerializer(new ViewEntrySerializer())
                .addSerializer(new PutNewer.Serializer());
    }

    /// Configuration of all views' maps.
    ///
    /// @param entriesMax most entries of one view on one member; the least recently used ones leave
    public static MapConfig mapConfig(int entriesMax) {
        return new MapConfig(MAP_PREFIX + "*")
                .setBackupCount(1)
                .setEvictionConfig(
                        new EvictionConfig()
                                .setEvictionPolicy(EvictionPolicy.LRU)
                                .setMaxSizePolicy(MaxSizePolicy.PER_NODE)
                                .setSize(entriesMax));
    }

    public Projection<V> projection() {
        return projection;
    }

    /// The entry of a stream; folded from the stream when it is not in the map.
    public Optional<Viewed<V>> find(StreamId stream) {
        ViewEntry entry = map.get(stream.value());
        return Optional.ofNullable(entry == null ? restore(stream) : viewed(stream, entry));
    }

    /// The entries of several streams, in the order of the argument; a stream without events is
    /// left out.
    public List<Viewed<V>> findAll(List<StreamId> ids) {
        Map<String, ViewEntry> found = getAll(ids);
        List<Viewed<V>> views = new ArrayList<>(ids.size());
        for (StreamId stream : ids) {
            ViewEntry entry = found.get(stream.value());
            Viewed<V> viewed = entry == null ? restore(stream) : viewed(stream, entry);
            if (viewed != null) {
                views.add(viewed);
            }
        }
        return views;
    }

    /// A page of the streams in a lookup's group, largest id first.
    ///
    /// @param before only ids smaller than this one; null for the first page
    public List<Viewed<V>> findByLookup(
            String lookup, String group, @Nullable StreamId before, int limit) {
        return findAll(
                lookups.find(lookup, group, before == null ? null : before.value(), limit).stream()
                        .map(StreamId::new)
                        .toList());
    }

    /// Applies units of events to the entries that they belong to. Called by one thread per stream
    /// at a time.
    Applied<V> begin(Collection<StreamId> ids) {
        return new Applied<>(this, getAll(ids));
    }

    void write(Map<String, ViewEntry> changed) {
        if (!changed.isEmpty()) {
            writes.write(map, changed);
        }
    }

    /// Folds a stream up to a version.
    ///
    /// @return null when the stream does not exist
    @Nullable Viewed<V> fold(StreamId stream, @Nullable Viewed<V> from, long upToVersion) {
        Versioned<V> folded =
                StreamFold.fold(
                        from == null ? null : new Versioned<>(from.value(), from.version()),
                        upToVersion,
                        (afterVersion, limit) -> read(stream, afterVersion, limit),
                        projection::apply);
        return folded == null ? null : new Viewed<>(stream, folded.version(), folded.state());
    }

    private List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        try {
            return streams.read(stream, afterVersion, limit);
        } catch (RuntimeException e) {
            throw new StreamUnreadableException(stream, e);
        }
    }

    Viewed<V> viewed(StreamId stream, ViewEntry entry) {
        return new Viewed<>(stream, entry.version(), projection.decode(entry.value()));
    }

    private @Nullable Viewed<V> restore(StreamId stream) {
        Viewed<V> folded = fold(stream, null, Long.MAX_VALUE);
        if (folded != null) {
            try {
                keep(stream, folded);
            } catch (SplitBrainProtectionException _) {
                LOG.log(
                        System.Logger.Level.DEBUG,
                        "without a majority what was folded is not kept; it is right all the same");
            }
        }
        return folded;
    }

    private void keep(StreamId stream, Viewed<V> folded) {
        ViewEntry entry = new ViewEntry(folded.version(), projection.encode(folded.value()));
        if (map.putIfAbsent(stream.value(), entry) == null
                && !read(stream, folded.version(), 1).isEmpty()) {
            // It has grown meanwhile: the pipeline may have been here and its entry evicted.
            map.delete(stream.value());
        }
    }

    /// Single reads that are started together: `IMap.getAll` sends all keys to every partition
    /// concerned, and each one hashes all of them to find its own.
    private Map<String, ViewEntry> getAll(Collection<StreamId> ids) {
        Map<String, CompletionStage<@Nullable ViewEntry>> reads = HashMap.newHashMap(ids.size());
        for (StreamId id : ids) {
            reads.computeIfAbsent(id.value(), map::getAsync);
        }
        Map<String, ViewEntry> found = HashMap.newHashMap(ids.size());
        reads.forEach((key, read) -> {
            ViewEntry entry = read.toCompletableFuture().join();
            if (entry != null) {
                found.put(key, entry);
            }
        });
        return found;
    }

    /// An entry of a view.
    ///
    /// @param version of the last event that it contains
    public record Viewed<V>(StreamId stream, long version, V value) {}

    /// Changes to a view that are collected and then written at once.
    static final class Applied<V> {

        private final View<V> view;
        private final Map<String, ViewEntry> before;
        private final Map<String, ViewEntry> changed = new HashMap<>();

        Applied(View<V> view, Map<String, ViewEntry> before) {
            this.view = view;
            this.before = before;
        }

        View<V> view() {
            return view;
        }

        Map<String, ViewEntry> changed() {
            return changed;
        }

        /// Begins the events of one stream.
        Entry<V> entry(StreamId stream) {
            ViewEntry entry = before.get(stream.value());
            return new Entry<>(this, stream, entry == null ? null : view.viewed(stream, entry));
        }
    }

    /// One stream's entry while events are applied to it.
    static final class Entry<V> {

        private final Applied<V> applied;
        private final StreamId stream;
        private @Nullable Viewed<V> viewed;
        private boolean isChanged;

        Entry(Applied<V> applied, StreamId stream, @Nullable Viewed<V> viewed) {
            this.applied = applied;
            this.stream = stream;
            this.viewed = viewed;
        }

        /// Applies an event unless the entry has it; what lies between is read from the stream.
        ///
        /// @return the lookup rows that the event leads to, also when the entry has it: they may be
        ///   what is missing
        List<Projection.LookupRow> apply(RecordedEvent event) {
            View<V> view = applied.view;
            Viewed<V> before = viewed;
            if (before != null && event.version() <= before.version()) {
                return view.projection.lookups(before.value(), event);
            }
            if (event.version() > (before == null ? 0 : before.version()) + 1) {
                before = view.fold(stream, before, event.version() - 1);
            }
            V value = view.projection.apply(before == null ? null : before.value(), event);
            viewed = new Viewed<>(stream, event.version(), value);
            isChanged = true;
            return view.projection.lookups(value, event);
        }

        /// Keeps what was applied so far.
        void end() {
            Viewed<V> now = viewed;
            if (isChanged && now != null) {
                applied.changed.put(
                        stream.value(),
                        new ViewEntry(now.version(), applied.view.projection.encode(now.value())));
            }
        }
    }
}
