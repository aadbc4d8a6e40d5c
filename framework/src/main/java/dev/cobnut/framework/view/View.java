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

/// A projection and the map of its entries. Thread-safe. Calls may block for a map operation or a
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

    /// @param streams reads every committed event of a stream
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

    /// Registers the serializers of the views' entries and entry processors.
    public static void registerSerializers(SerializationConfig serialization) {
        serialization
                .getCompactSerializationConfig()
                .addSerializer(new ViewEntrySerializer())
                .addSerializer(new PutNewer.Serializer());
    }

    /// Configuration of all views' maps.
    ///
    /// @param entriesMax most entries of one view on one member; the least recently used ones are
    ///   evicted
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

    /// Finds the entry of a stream. An entry that is not in the map is folded from the stream.
    public Optional<Viewed<V>> find(StreamId stream) {
        ViewEntry entry = map.get(stream.value());
        return Optional.ofNullable(entry == null ? restore(stream) : viewed(stream, entry));
    }

    /// Finds the entries of several streams, in the order of the argument. A stream without events
    /// is left out.
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

    /// Finds a page of the streams in a lookup's group, largest id first.
    ///
    /// @param before only ids smaller than this one; null for the first page
    public List<Viewed<V>> findByLookup(
            String lookup, String group, @Nullable StreamId before, int limit) {
        return findAll(
                lookups.find(lookup, group, before == null ? null : before.value(), limit).stream()
                        .map(StreamId::new)
                        .toList());
    }

    /// Begins to apply events to the entries of these streams. At most one thread at a time may do
    /// so for a stream.
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
                        "this member does not see the majority: a folded entry is returned but not kept");
            }
        }
        return folded;
    }

    private void keep(StreamId stream, Viewed<V> folded) {
        ViewEntry entry = new ViewEntry(folded.version(), projection.encode(folded.value()));
        if (map.putIfAbsent(stream.value(), entry) == null
                && !read(stream, folded.version(), 1).isEmpty()) {
            // The stream has grown meanwhile. The pipeline's newer entry may have been evicted.
            map.delete(stream.value());
        }
    }

    /// Reads the keys one by one, all started together. `IMap.getAll` would send all keys to every
    /// partition concerned, and each partition would hash all of them to find its own.
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
    /// @param version version of the last event that it contains
    public record Viewed<V>(StreamId stream, long version, V value) {}

    /// Collects changes to a view, to be written together.
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

        /// Begins to apply events of one stream.
        Entry<V> entry(StreamId stream) {
            ViewEntry entry = before.get(stream.value());
            return new Entry<>(this, stream, entry == null ? null : view.viewed(stream, entry));
        }
    }

    /// The entry of one stream while events are applied to it.
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

        /// Applies an event unless the entry already contains it. Events between the entry's
        /// version and this one are read from the stream.
        ///
        /// @return the lookup rows of the event, also when the entry already contains it: the rows
        ///   may not be written yet
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

        /// Adds the applied events to the changes of the view.
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
