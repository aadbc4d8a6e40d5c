package dev.cobnut.framework.view;

import com.hazelcast.config.EvictionConfig;
import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MaxSizePolicy;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamFold;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.maps.BulkOperations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A projection and the map of its entries. Thread-safe. Calls may block for a map operation or a
/// read of the journal.
public final class View<V> {

    private static final System.Logger LOG = System.getLogger(View.class.getName());

    /// Most turns of a query that folds an entry while its stream grows.
    private static final int COMPLETE_TURNS_MAX = 8;

    /// Most ids that a search walks for one page. A page costs one look into an index for each of
    /// them and each further group.
    public static final int EXAMINED_MAX = 2_048;

    /// Most callers that wait for the lookups of one view at the same time. Each of them asks the
    /// journal about 30 times a second.
    public static final int AWAITING_MAX = 256;

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]*");

    /// Maps of views are named `view-<name of the projection>`, those of a later version
    /// `view-<name>.<version>`.
    public static final String MAP_PREFIX = "view-";

    private final Projection<V> projection;
    private final Set<String> categories;

    private final ViewEntries<V> entries;
    private final StreamReader streams;

    /// Names of lookups as this version stores them. Equal names are one object.
    private final ConcurrentHashMap<String, String> storedNames = new ConcurrentHashMap<>();

    private final ViewLookups lookups;
    private volatile BuildProgress progress = BuildProgress.NOT_NEEDED;

    /// @param streams reads every committed event of a stream
    /// @param journal has the lookups
    /// @throws UnusableDomainException when the projection has a name or a category that cannot be
    public View(
            Projection<V> projection,
            HazelcastInstance hazelcast,
            StreamReader streams,
            Journal journal) {
        this(projection, hazelcast, streams, journal, BulkOperations.NEVER);
    }

    /// @param bulk NEVER when the view's map has backups
    public View(
            Projection<V> projection,
            HazelcastInstance hazelcast,
            StreamReader streams,
            Journal journal,
            BulkOperations bulk) {
        this.projection = projection;
        this.categories = Set.copyOf(projection.categories());
        requireUsable();
        this.entries = new ViewEntries<>(projection, hazelcast.getMap(mapName(projection)), bulk);
        this.streams = streams;
        this.lookups = new ViewLookups(projection, journal);
    }

    private void requireUsable() {
        if (!NAME.matcher(projection.name()).matches()) {
            throw new UnusableDomainException(
                    "a view's name has lower-case letters, digits and - only, but "
                            + projection.getClass().getName()
                            + " is named '"
                            + projection.name()
                            + "'");
        }
        if (projection.version() < 1) {
            throw new UnusableDomainException(
                    "the view "
                            + projection.name()
                            + " has the version "
                            + projection.version()
                            + "; versions begin with 1");
        }
        if (categories.isEmpty()) {
            throw new UnusableDomainException(
                    "the view " + projection.name() + " has no category, so no event reaches it");
        }
        for (String category : categories) {
            if (!StreamId.isCategory(category)) {
                throw new UnusableDomainException(
                        "the view "
                                + projection.name()
                                + " is of the category '"
                                + category
                                + "', which no stream id can carry; "
                                + StreamId.CATEGORY_RULE);
            }
        }
    }

    /// Name of the map of a projection.
    public static String mapName(Projection<?> projection) {
        return ViewLookups.stored(projection, MAP_PREFIX + projection.name());
    }

    /// Registers the serializers of the views' entries and entry processors.
    public static void registerSerializers(SerializationConfig serialization) {
        serialization
                .getCompactSerializationConfig()
                .addSerializer(new ViewEntrySerializer())
                .addSerializer(new PutNewer.Serializer());
    }

    /// Configuration of all views' maps. They have no backups: an entry that is lost with its
    /// member is folded from the journal when it is asked for, as one that was evicted.
    ///
    /// @param entriesMax most entries of one view on one member; the least recently used ones are
    ///   evicted
    public static MapConfig mapConfig(int entriesMax) {
        return new MapConfig(MAP_PREFIX + "*")
                .setBackupCount(0)
                .setEvictionConfig(
                        new EvictionConfig()
                                .setEvictionPolicy(EvictionPolicy.LRU)
                                .setMaxSizePolicy(MaxSizePolicy.PER_NODE)
                                .setSize(entriesMax));
    }

    public Projection<V> projection() {
        return projection;
    }

    /// Finds the entry of a stream. An entry that is not in the map, or that cannot be read, is
    /// folded from the stream. So is the rest of an entry that is behind.
    ///
    /// @return empty when the stream has no event, or none that can be applied
    public Optional<Viewed<V>> find(StreamId stream) {
        return findAll(List.of(stream)).stream().findFirst();
    }

    /// Finds the entries of several streams, in the order of the argument. Streams for which
    /// [#find] is empty are left out.
    public List<Viewed<V>> findAll(List<StreamId> ids) {
        Map<String, ViewEntry> found = entries.get(ids);
        List<Viewed<V>> views = new ArrayList<>(ids.size());
        for (StreamId stream : ids) {
            Viewed<V> viewed = entries.viewed(stream, found.get(stream.value()));
            Viewed<V> complete =
                    viewed == null || viewed.behind() ? complete(stream, viewed) : viewed;
            if (complete != null) {
                views.add(complete);
            }
        }
        return views;
    }

    /// Finds a page of the streams in a lookup's group, largest id first. Their entries are found
    /// with [#findAll], a few at a time when they may be large.
    ///
    /// @param before only ids smaller than this one; null for the first page
    /// @throws ViewIncompleteException while the lookups are being built
    public List<StreamId> idsByLookup(
            String lookup, String group, @Nullable StreamId before, int limit) {
        requireComplete();
        return lookups.find(lookup, group, before, limit);
    }

    /// Finds a page of the streams that are in several groups of lookups. A search that walks
    /// [#EXAMINED_MAX] ids of its first group ends there: the page may be short, or empty, and has
    /// a `next` all the same.
    ///
    /// Who goes on behind `next` gets no stream twice, and misses none that is in all groups from
    /// the first page to the last.
    ///
    /// @param limit most ids of the page, from 1
    /// @throws ViewIncompleteException while the lookups are being built
    public FoundIds search(LookupSearch search, int limit) {
        requireComplete();
        return lookups.search(search, limit);
    }

    /// Waits until the lookups contain what follows from events of the journal, such as that of an
    /// accepted command. A lookup follows after the time that delivery takes. It never does while
    /// the stream is parked.
    ///
    /// @param positions of the events; how many there are is the caller's limit
    /// @return false when the time has passed, when [#AWAITING_MAX] callers wait already, or when
    ///   the thread is interrupted
    public boolean await(Collection<Long> positions, Duration atMost) {
        return lookups.await(positions, atMost);
    }

    private void requireComplete() {
        if (!progress.answers()) {
            throw new ViewIncompleteException(projection.name(), progress);
        }
    }

    /// Finds a page of the streams in a lookup's group with their entries, largest id first.
    ///
    /// @param before only ids smaller than this one; null for the first page
    /// @param limit most entries of the page, from 1
    /// @throws ViewIncompleteException while the lookups are being built
    public LookupPage<V> findByLookup(
            String lookup, String group, @Nullable StreamId before, int limit) {
        List<StreamId> found = idsByLookup(lookup, group, before, limit + 1);
        List<StreamId> page = found.subList(0, Math.min(limit, found.size()));
        return new LookupPage<>(findAll(page), found.size() > limit ? page.getLast() : null);
    }

    /// True when the projection has entries of this stream's category.
    public boolean shows(StreamId stream) {
        return categories.contains(stream.category());
    }

    ViewEntries<V> entries() {
        return entries;
    }

    /// How far the lookups of this view are built.
    public BuildProgress progress() {
        return progress;
    }

    public void progress(BuildProgress now) {
        progress = now;
    }

    /// The rows of an event, with the names under which this version stores them.
    List<Projection.LookupRow> rows(@Nullable V after, RecordedEvent event) {
        if (after == null) {
            return List.of();
        }
        List<Projection.LookupRow> rows = projection.lookups(after, event);
        if (projection.version() == 1 || rows.isEmpty()) {
            return rows;
        }
        List<Projection.LookupRow> stored = new ArrayList<>(rows.size());
        for (Projection.LookupRow row : rows) {
            String lookup =
                    storedNames.computeIfAbsent(
                            row.lookup(), name -> ViewLookups.stored(projection, name));
            stored.add(new Projection.LookupRow(lookup, row.group(), row.present()));
        }
        return stored;
    }

    /// Folds a stream anew, because somebody else has delivered events of it. The entry in the map
    /// is replaced when there is one and it is older.
    ///
    /// @param from reads the stream
    /// @return null when the stream has no events
    /// @throws StreamUnreadableException when the stream cannot be read
    public @Nullable Refolded refold(StreamId stream, StreamReader from) {
        Refolding<V> refolding = new Refolding<>(this);
        StreamFold.Partial<Refolding<V>> folded =
                StreamFold.fold(
                        null,
                        Long.MAX_VALUE,
                        (afterVersion, limit) -> read(from, stream, afterVersion, limit),
                        (_, event) -> refolding.after(event));
        if (folded.version() == 0) {
            return null;
        }
        if (entries.has(stream)) {
            ViewEntry entry = refolding.entry(stream);
            if (entry != null) {
                entries.put(stream, entry);
            }
        }
        return new Refolded(folded.version(), refolding.rows(), refolding.failure());
    }

    /// A stream that was folded anew.
    ///
    /// @param version version of its last event
    /// @param lookups its lookup rows after the last event that can be applied, those that are gone
    ///   included
    /// @param failure why the next event cannot be applied; null when all were
    public record Refolded(
            long version, List<Projection.LookupRow> lookups, @Nullable Throwable failure) {}

    /// Begins to apply events to the entries of these streams. At most one thread at a time may do
    /// so for a stream.
    AppliedEvents<V> begin(Collection<StreamId> ids) {
        return new AppliedEvents<>(this, entries.get(ids));
    }

    /// The value after an event.
    ///
    /// @return null when there is still none
    /// @throws RuntimeException when the projection gives up a value that was there
    @Nullable V applied(@Nullable V current, RecordedEvent event) {
        V after = projection.apply(current, event);
        if (after == null && current != null) {
            throw new IllegalStateException(
                    "the projection " + projection.name() + " has no value after " + event.type());
        }
        return after;
    }

    /// Folds a stream up to a version, or to the last event before it that can be applied.
    ///
    /// @param from null for the beginning of the stream
    Folded<V> fold(StreamId stream, @Nullable Viewed<V> from, long upToVersion) {
        StreamFold.Partial<V> folded =
                StreamFold.foldApplicable(
                        from == null ? null : new Versioned<>(from.value(), from.version()),
                        upToVersion,
                        (afterVersion, limit) -> read(stream, afterVersion, limit),
                        this::applied);
        Versioned<V> reached = folded.reached();
        return new Folded<>(
                reached == null
                        ? null
                        : new Viewed<>(
                                stream, reached.version(), reached.state(), reached.behind()),
                folded.stoppedBy());
    }

    private List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        return read(streams, stream, afterVersion, limit);
    }

    private static List<RecordedEvent> read(
            StreamReader from, StreamId stream, long afterVersion, int limit) {
        try {
            return from.read(stream, afterVersion, limit);
        } catch (RuntimeException e) {
            throw new StreamUnreadableException(stream, e);
        }
    }

    /// Folds the rest of the stream and keeps the result. It ends when the stream had nothing more
    /// after the last result was kept. So an entry that the delivery wrote meanwhile, and that was
    /// evicted, is not missed.
    ///
    /// @param from the entry in the map, when it is behind; null when there is none
    private @Nullable Viewed<V> complete(StreamId stream, @Nullable Viewed<V> from) {
        Viewed<V> newest = from;
        try {
            for (int turn = 0; turn < COMPLETE_TURNS_MAX; turn++) {
                Viewed<V> folded = fold(stream, newest, Long.MAX_VALUE).viewed();
                if (folded == null || folded.isOfSameEventsAs(newest)) {
                    return folded;
                }
                newest = folded;
                entries.put(stream, entries.of(newest));
            }
            entries.delete(stream); // the stream grows all the time
        } catch (SplitBrainProtectionException _) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "this member does not see the majority: a folded entry is returned but not kept");
        }
        return newest;
    }

    /// A fold of a stream.
    ///
    /// @param viewed null when the stream has no event, or none that can be applied
    /// @param stoppedBy why the next event cannot be applied; null when the fold is complete
    record Folded<V>(@Nullable Viewed<V> viewed, @Nullable Throwable stoppedBy) {}

    /// A page of a lookup's group.
    ///
    /// @param entries those that [#find] finds, so there may be fewer than the page could have
    /// @param next the `before` of the next page; null when this is the last one
    public record LookupPage<V>(List<Viewed<V>> entries, @Nullable StreamId next) {}

    /// A page of a search.
    ///
    /// @param next the next page is what comes behind this id: smaller ids, or larger ones when the
    ///   search is ascending; null when this is the last page
    public record FoundIds(List<StreamId> ids, @Nullable String next) {

        public FoundIds {
            ids = List.copyOf(ids);
        }
    }

    /// An entry of a view.
    ///
    /// @param version version of the last event that it contains
    /// @param behind true when the next event of the stream could not be applied
    public record Viewed<V>(StreamId stream, long version, V value, boolean behind) {

        boolean isOfSameEventsAs(@Nullable Viewed<V> other) {
            return other != null && version == other.version && behind == other.behind;
        }

        Viewed<V> markedBehind() {
            return new Viewed<>(stream, version, value, true);
        }
    }
}
