package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The consumers of a journal in memory, as one member sees them. Every member is a keeper. Guarded
/// by the log's lock.
final class InMemoryConsumers implements Consumers {

    /// What all members share.
    static final class Registry {

        private final Map<Consumer, Entry> entries = new HashMap<>();
    }

    /// What a consumer's member may look into.
    interface Log {

        long lastPosition();

        /// The first event of each stream.
        List<RecordedEvent> begun();

        long lastVersion(StreamId stream);

        void apply(LookupChange change);
    }

    private static final class Entry {

        private final long registered;
        private final NavigableSet<String> missed = new TreeSet<>();
        private long built;

        Entry(long registered) {
            this.registered = registered;
        }
    }

    private final Object lock;
    private final Registry registry;
    private final Log log;
    private Set<Consumer> served = Set.of();

    InMemoryConsumers(Object lock, Registry registry, Log log) {
        this.lock = lock;
        this.registry = registry;
        this.log = log;
    }

    /// Notes what other consumers have missed of published events.
    void published(Collection<RecordedEvent> events) {
        registry.entries.forEach((consumer, entry) -> {
            if (!served.contains(consumer)) {
                events.forEach(event -> entry.missed.add(event.stream().value()));
            }
        });
    }

    @Override
    public List<ConsumerState> attend(List<Consumer> known) {
        synchronized (lock) {
            served = Set.copyOf(known);
            return known.stream()
                    .map(consumer -> {
                        Entry entry =
                                registry.entries.computeIfAbsent(
                                        consumer, _ -> new Entry(log.lastPosition()));
                        return new ConsumerState(
                                consumer, entry.registered, entry.built, false, true);
                    })
                    .toList();
        }
    }

    @Override
    public List<StreamId> readBegun(long afterPosition, long throughPosition) {
        synchronized (lock) {
            return log.begun().stream()
                    .filter(event -> event.position() > afterPosition)
                    .filter(event -> event.position() <= throughPosition)
                    .sorted(Comparator.comparingLong(RecordedEvent::position))
                    .map(RecordedEvent::stream)
                    .toList();
        }
    }

    @Override
    public List<StreamId> readMissed(Consumer consumer, @Nullable StreamId after, int limit) {
        synchronized (lock) {
            return missed(consumer).tailSet(after == null ? "" : after.value(), false).stream()
                    .limit(limit)
                    .map(StreamId::new)
                    .toList();
        }
    }

    @Override
    public long countMissed(Consumer consumer) {
        synchronized (lock) {
            return missed(consumer).size();
        }
    }

    boolean hasMissed(Consumer consumer, StreamId stream) {
        return missed(consumer).contains(stream.value());
    }

    private NavigableSet<String> missed(Consumer consumer) {
        Entry entry = registry.entries.get(consumer);
        return entry == null ? new TreeSet<>() : entry.missed;
    }

    @Override
    public int record(
            Consumer consumer, long built, List<CaughtUp> streams, Collection<StreamId> failed) {
        synchronized (lock) {
            Entry entry = registry.entries.get(consumer);
            if (entry == null) {
                return streams.size();
            }
            int missed = 0;
            for (CaughtUp stream : streams) {
                if (log.lastVersion(stream.stream()) > stream.throughVersion()) {
                    entry.missed.add(stream.stream().value());
                    missed++;
                } else {
                    entry.missed.remove(stream.stream().value());
                    stream.lookups().forEach(log::apply);
                }
            }
            for (StreamId stream : failed) {
                missed += entry.missed.add(stream.value()) ? 1 : 0;
            }
            entry.built = Math.max(entry.built, built);
            return missed;
        }
    }
}
