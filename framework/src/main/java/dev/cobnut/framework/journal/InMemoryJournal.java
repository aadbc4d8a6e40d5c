package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A journal for tests: the whole contract except durability. **It loses everything at the end of
/// the process**, and it grows on the heap without a limit.
///
/// It can be shared: [#sibling] opens another member's journal over the same log, with its own
/// writer, in the same process.
public final class InMemoryJournal implements SharedJournal {

    private static final Duration CLOSE_TIMEOUT_MAX = Duration.ofSeconds(30);

    private record LookupGroup(String lookup, String group) {}

    /// The log that siblings share. Used under the lock.
    private static final class Log {

        private final String identity = "in-memory-" + UUID.randomUUID();
        private final Map<StreamId, List<RecordedEvent>> streams = new HashMap<>();
        private final List<RecordedEvent> events = new ArrayList<>();
        private final NavigableMap<Long, RecordedEvent> unpublished = new TreeMap<>();
        private final Map<String, RecordedCommand> commands = new HashMap<>();
        private final Map<LookupGroup, NavigableSet<String>> lookups = new HashMap<>();
        private final Map<StreamId, ParkedStream> parked = new HashMap<>();
        private final InMemoryConsumers.Registry consumers = new InMemoryConsumers.Registry();
        private final InMemoryCursors.Registry cursors = new InMemoryCursors.Registry();
        private final InMemoryTags tags = new InMemoryTags(events);
        private final InMemorySnapshots snapshots = new InMemorySnapshots();
        private final InstantSource clock;
        private final PositionSequence positions;

        private Log(InstantSource clock) {
            this.clock = clock;
            positions = new PositionSequence(clock, 0, 0);
        }
    }

    private final Log lock;
    private final Map<StreamId, List<RecordedEvent>> streams;
    private final NavigableMap<Long, RecordedEvent> unpublished;
    private final Map<String, RecordedCommand> commands;
    private final Map<LookupGroup, NavigableSet<String>> lookups;

    private final WriteGate gate = new WriteGate();
    private final PositionSequence positions;
    private final InMemoryConsumers consumers;
    private final InMemoryCursors cursors;
    private final GroupCommit groupCommit;

    private InMemoryJournal(Log log, int queueCapacity, int groupMax) {
        lock = log;
        streams = log.streams;
        unpublished = log.unpublished;
        commands = log.commands;
        lookups = log.lookups;
        positions = log.positions;
        consumers = new InMemoryConsumers(lock, log.consumers, new Insight());
        cursors = new InMemoryCursors(lock, log.cursors, log.events, log.clock);
        groupCommit =
                new GroupCommit(new Writer(), gate, queueCapacity, groupMax, CLOSE_TIMEOUT_MAX);
    }

    public static InMemoryJournal create(InstantSource clock) {
        return create(
                clock, SqliteSettings.QUEUE_CAPACITY_DEFAULT, SqliteSettings.GROUP_MAX_DEFAULT);
    }

    /// @param queueCapacity most appends that wait for the writer, from 2
    /// @param groupMax most commands of a group, from 1
    static InMemoryJournal create(InstantSource clock, int queueCapacity, int groupMax) {
        return new InMemoryJournal(new Log(clock), queueCapacity, groupMax);
    }

    /// Another member's journal over the same log, not started.
    public InMemoryJournal sibling() {
        return new InMemoryJournal(
                lock, SqliteSettings.QUEUE_CAPACITY_DEFAULT, SqliteSettings.GROUP_MAX_DEFAULT);
    }

    @Override
    public String identity() {
        return lock.identity;
    }

    @Override
    public Map<StreamId, StreamHead> readDeliverable(
            Collection<StreamId> streams, int perStreamMax) {
        int bytesMax = StreamHead.share(streams.size());
        synchronized (lock) {
            Map<StreamId, StreamHead> heads = new HashMap<>();
            for (StreamId stream : streams) {
                EventPage page = new EventPage(perStreamMax, bytesMax);
                fill(
                        page,
                        this.streams.getOrDefault(stream, List.of()).stream()
                                .filter(event -> unpublished.containsKey(event.position()))
                                .filter(event -> !isParked(event))
                                .toList());
                heads.put(stream, StreamHead.of(page));
            }
            return heads;
        }
    }

    private final class Writer implements GroupWriter {

        @Override
        public Written write(List<AppendRequest> appends, List<Publication> publications) {
            synchronized (lock) {
                List<AppendResult> outcomes = InMemoryJournal.this.write(appends);
                publications.forEach(InMemoryJournal.this::write);
                positions.commit();
                return new Written(outcomes, Map.of(), true);
            }
        }

        @Override
        public long upkeep() {
            return NEVER;
        }
    }

    private List<AppendResult> write(List<AppendRequest> appends) {
        GroupPlan plan = new GroupPlan(appends, new LastVersions(), known(appends));
        for (RecordedCommand command : plan.commands()) {
            commands.put(command.key().key(), command);
        }
        List<RecordedEvent> rows = positions.next(plan);
        positions.take(rows);
        for (RecordedEvent row : rows) {
            RecordedEvent event = row.asStored();
            streams.computeIfAbsent(event.stream(), _ -> new ArrayList<>()).add(event);
            unpublished.put(event.position(), event);
            lock.events.add(event);
        }
        plan.forEachTag(rows, lock.tags::add);
        return plan.outcomes(rows);
    }

    private GroupPlan.Known known(List<AppendRequest> appends) {
        Map<StreamId, Long> versions = new HashMap<>();
        for (StreamId stream : GroupPlan.streams(appends)) {
            versions.put(stream, (long) streams.getOrDefault(stream, List.of()).size());
        }
        return new GroupPlan.Known(versions, commands, true, lock.tags.overtaken(appends));
    }

    private void write(Publication publication) {
        Map<Long, RecordedEvent> published = new HashMap<>();
        for (Long position : publication.positions()) {
            RecordedEvent event = unpublished.remove(position);
            if (event != null) {
                published.put(position, event);
            }
        }
        publication.lookups().stream()
                .filter(change -> published.containsKey(change.position()))
                .forEach(this::apply);
        consumers.published(published.values());
    }

    private void apply(LookupChange change) {
        NavigableSet<String> items =
                lookups.computeIfAbsent(
                        new LookupGroup(change.lookup(), change.group()),
                        _ -> new TreeSet<>(LookupOrder::compareTexts));
        switch (change) {
            case LookupChange.Put put -> items.add(put.item());
            case LookupChange.Remove remove -> items.remove(remove.item());
        }
    }

    @Override
    public void start(GroupListener listener) {
        groupCommit.start(listener);
    }

    @Override
    public void append(AppendRequest request) {
        groupCommit.append(request);
    }

    @Override
    public void publish(Publication publication) {
        groupCommit.publish(publication);
    }

    @Override
    public List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        synchronized (lock) {
            List<RecordedEvent> events = streams.getOrDefault(stream, List.of());
            return page(
                    events.subList((int) Math.min(afterVersion, events.size()), events.size()),
                    limit);
        }
    }

    @Override
    public Optional<RecordedCommand> findCommand(String key) {
        synchronized (lock) {
            return Optional.ofNullable(commands.get(key));
        }
    }

    @Override
    public List<RecordedEvent> readUnpublished(long afterPosition, int limit) {
        synchronized (lock) {
            return page(unpublished.tailMap(afterPosition, false).values(), limit);
        }
    }

    private static List<RecordedEvent> page(Iterable<RecordedEvent> events, int limit) {
        EventPage page = new EventPage(limit);
        fill(page, events);
        return page.events();
    }

    private static void fill(EventPage page, Iterable<RecordedEvent> events) {
        for (RecordedEvent event : events) {
            if (page.isFull()) {
                break;
            }
            page.add(event);
        }
    }

    @Override
    public DeliverablePage readDeliverable(long afterPosition, int limit) {
        synchronized (lock) {
            List<RecordedEvent> examined =
                    unpublished.tailMap(afterPosition, false).values().stream()
                            .limit(DeliverablePage.EXAMINED_MAX)
                            .toList();
            List<RecordedEvent> found =
                    page(examined.stream().filter(event -> !isParked(event)).toList(), limit);
            return DeliverablePage.of(
                    found,
                    afterPosition,
                    limit,
                    examined.size() < DeliverablePage.EXAMINED_MAX
                            ? 0
                            : examined.getLast().position());
        }
    }

    /// A row stops to count when its event is published.
    private @Nullable ParkedStream parkedRow(StreamId stream) {
        ParkedStream row = lock.parked.get(stream);
        return row != null && unpublished.containsKey(row.event().position()) ? row : null;
    }

    private boolean isParked(RecordedEvent event) {
        ParkedStream row = parkedRow(event.stream());
        return row != null && row.version() <= event.version();
    }

    @Override
    public Set<StreamId> park(Collection<ParkedStream> streams) {
        synchronized (lock) {
            Set<StreamId> parked = new HashSet<>();
            for (ParkedStream row : streams) {
                ParkedStream before = parkedRow(row.stream());
                if ((before == null || row.version() <= before.version())
                        && unpublished.containsKey(row.event().position())) {
                    lock.parked.put(row.stream(), row);
                }
                if (parkedRow(row.stream()) != null) {
                    parked.add(row.stream());
                }
            }
            return parked;
        }
    }

    @Override
    public long unpark(StreamId stream) {
        synchronized (lock) {
            long events =
                    streams.getOrDefault(stream, List.of()).stream()
                            .filter(event -> unpublished.containsKey(event.position()))
                            .filter(this::isParked)
                            .count();
            lock.parked.remove(stream);
            return events;
        }
    }

    @Override
    public List<ParkedStream> readParked(long afterPosition, int limit) {
        synchronized (lock) {
            return lock.parked.values().stream()
                    .filter(row -> row.event().position() > afterPosition)
                    .filter(row -> parkedRow(row.stream()) != null)
                    .sorted(Comparator.comparingLong(row -> row.event().position()))
                    .limit(limit)
                    .toList();
        }
    }

    @Override
    public long countParked() {
        synchronized (lock) {
            return lock.parked.keySet().stream()
                    .filter(stream -> parkedRow(stream) != null)
                    .count();
        }
    }

    @Override
    public long countUnpublished() {
        synchronized (lock) {
            return unpublished.size();
        }
    }

    @Override
    public long lastPosition() {
        return positions.committed();
    }

    @Override
    public List<String> findInLookup(LookupRange range, int limit) {
        String after = range.after();
        String before = range.before();
        synchronized (lock) {
            return items(range.lookup(), range.group(), range.ascending()).stream()
                    .filter(item -> after == null || LookupOrder.compareTexts(item, after) > 0)
                    .filter(item -> before == null || LookupOrder.compareTexts(item, before) < 0)
                    .limit(limit)
                    .toList();
        }
    }

    private NavigableSet<String> items(String lookup, String group, boolean ascending) {
        NavigableSet<String> items =
                lookups.getOrDefault(
                        new LookupGroup(lookup, group), new TreeSet<>(LookupOrder::compareTexts));
        return ascending ? items : items.descendingSet();
    }

    @Override
    public Set<String> foundInLookup(String lookup, String group, Collection<String> items) {
        synchronized (lock) {
            NavigableSet<String> all = items(lookup, group, true);
            return items.stream().filter(all::contains).collect(Collectors.toSet());
        }
    }

    @Override
    public boolean isDelivered(Consumer consumer, long position) {
        synchronized (lock) {
            return position >= 1
                    && position <= lock.events.size()
                    && !unpublished.containsKey(position)
                    && !consumers.hasMissed(consumer, lock.events.get((int) position - 1).stream());
        }
    }

    @Override
    public void changeLookups(List<LookupChange> changes) {
        synchronized (lock) {
            changes.forEach(this::apply);
        }
    }

    @Override
    public List<StoredType> storedTypes() {
        synchronized (lock) {
            return streams.values().stream()
                    .flatMap(List::stream)
                    .map(event -> new StoredType(event.stream().category(), event.type()))
                    .distinct()
                    .toList();
        }
    }

    @Override
    public Consumers consumers() {
        return consumers;
    }

    @Override
    public Cursors cursors() {
        return cursors;
    }

    @Override
    public TaggedEvents tagged() {
        return new Tagged();
    }

    private final class Tagged implements TaggedEvents {

        @Override
        public JournalMark head() {
            synchronized (lock) {
                return lock.tags.head();
            }
        }

        @Override
        public boolean has(JournalMark mark) {
            synchronized (lock) {
                return lock.tags.has(mark);
            }
        }

        @Override
        public List<RecordedEvent> read(
                EventQuery query, long afterPosition, long throughPosition, int limit) {
            synchronized (lock) {
                return page(lock.tags.read(query, afterPosition, throughPosition), limit);
            }
        }
    }

    @Override
    public SnapshotStore snapshots() {
        return lock.snapshots;
    }

    private final class Insight implements InMemoryConsumers.Log {

        @Override
        public long lastPosition() {
            return positions.committed();
        }

        @Override
        public List<RecordedEvent> begun() {
            return streams.values().stream().map(List::getFirst).toList();
        }

        @Override
        public long lastVersion(StreamId stream) {
            return streams.getOrDefault(stream, List.of()).size();
        }

        @Override
        public void apply(LookupChange change) {
            InMemoryJournal.this.apply(change);
        }
    }

    @Override
    public JournalState state() {
        return gate.state();
    }

    @Override
    public JournalStats stats() {
        return groupCommit;
    }

    @Override
    public void close() {
        if (!groupCommit.close()) {
            throw new JournalException(
                    "the journal's listener is still busy "
                            + CLOSE_TIMEOUT_MAX.toSeconds()
                            + " s after close",
                    null);
        }
    }
}
