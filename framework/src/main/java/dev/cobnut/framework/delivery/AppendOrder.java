package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/// The order of a single node: entries may be delivered in the order in which a poll finds them.
///
/// Streams that are parked, or were since the start, are an exception. Entries of a parked stream
/// leave the map. After a retry, the feed brings its events into the map again, while younger ones
/// may be there already. So the events of such a stream pass only without a gap in their versions.
/// A younger one stays in the map and is found again when those before it have come.
///
/// Only this node parks and retries, so what it remembers equals the journal.
final class AppendOrder implements DeliveryOrder {

    private static final int READ_MAX = 100;

    private final Journal journal;

    /// The streams that are parked, or were since the start: one for each stream that an operator
    /// had to look at.
    private final Map<StreamId, Watched> watched = new HashMap<>();

    private boolean loaded;

    private static final class Watched {
        private boolean parked;

        /// The last version that was delivered.
        private long deliveredThrough;
    }

    AppendOrder(Journal journal) {
        this.journal = journal;
    }

    @Override
    public Passed pass(List<OutboxEntry> found, ToLongFunction<StreamId> heldThrough) {
        load();
        if (watched.isEmpty()) {
            return new Passed(found, List.of(), true);
        }
        Passed passed = new Passed(new ArrayList<>(found.size()), new ArrayList<>(), false);
        Map<StreamId, Long> last = new HashMap<>();
        for (OutboxEntry entry : found) {
            StreamId stream = entry.event().stream();
            Watched known = watched.get(stream);
            if (known == null) {
                passed.next().add(entry);
            } else if (known.parked) {
                passed.leftovers().add(entry);
            } else {
                long through =
                        last.computeIfAbsent(
                                stream,
                                of ->
                                        Math.max(
                                                known.deliveredThrough,
                                                heldThrough.applyAsLong(of)));
                long version = entry.event().version();
                if (version > through && publishedThrough(stream, through, version - 1)) {
                    passed.next().add(entry);
                    last.put(stream, version);
                } else if (version <= known.deliveredThrough) {
                    passed.leftovers().add(entry);
                }
            }
        }
        return passed;
    }

    /// False when an event between two versions is still to be delivered. It asks the journal only
    /// about a gap: the feed has not brought the events into the map yet, or they were delivered by
    /// a job that ended before it told. The stream is not parked, so what is unpublished can be
    /// delivered.
    ///
    /// @param after the last version that is known to be held or delivered
    private boolean publishedThrough(StreamId stream, long after, long last) {
        for (long version = after; version < last; version++) {
            for (RecordedEvent event : journal.read(stream, version, 1)) {
                if (journal.readUnpublished(event.position() - 1, 1).contains(event)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void load() {
        if (loaded) {
            return;
        }
        Set<StreamId> parked = new HashSet<>();
        long position = 0;
        List<ParkedStream> page;
        do {
            page = journal.readParked(position, READ_MAX);
            for (ParkedStream stream : page) {
                parked.add(stream.stream());
                remember(stream);
                position = stream.event().position();
            }
        } while (page.size() == READ_MAX);
        watched.forEach((stream, known) -> known.parked = parked.contains(stream));
        loaded = true;
    }

    private void remember(ParkedStream stream) {
        Watched known = watched.computeIfAbsent(stream.stream(), _ -> new Watched());
        known.parked = true;
        known.deliveredThrough = stream.version() - 1;
    }

    @Override
    public Set<StreamId> park(Collection<ParkedStream> streams) {
        Set<StreamId> parked = journal.park(streams);
        for (ParkedStream stream : streams) {
            if (parked.contains(stream.stream())) {
                remember(stream);
            }
        }
        return parked;
    }

    @Override
    public long unpark(StreamId stream) {
        load();
        long events;
        try {
            events = journal.unpark(stream);
        } catch (RuntimeException e) {
            loaded = false; // it may have been committed
            throw e;
        }
        Watched known = watched.get(stream);
        if (known != null) {
            known.parked = false;
        }
        return events;
    }

    @Override
    public void delivered(StreamId stream, long version) {
        Watched known = watched.isEmpty() ? null : watched.get(stream);
        if (known != null) {
            known.deliveredThrough = Math.max(known.deliveredThrough, version);
        }
    }

    @Override
    public boolean goesOn(StreamId stream) {
        return false;
    }

    @Override
    public boolean isAsAppended() {
        return true;
    }

    @Override
    public void restart() {
        loaded = false;
    }
}
