package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The cursors of a journal in memory, as one member sees them. Guarded by the log's lock.
final class InMemoryCursors implements Cursors {

    /// What all members share.
    static final class Registry {

        private final Map<String, Row> rows = new HashMap<>();
    }

    private static final class Row {

        private final TreeMap<String, ParkedStream> parked = new TreeMap<>();
        private final Set<String> wanted = new HashSet<>();
        private long position;
        private long token;
        private @Nullable InMemoryCursors owner;
        private Instant keptUntil = Instant.MIN;

        Row(long position) {
            this.position = position;
        }
    }

    private final Object lock;
    private final Registry registry;
    private final List<RecordedEvent> events;
    private final InstantSource clock;

    /// @param events all events; the event at position `n` has the index `n - 1`
    InMemoryCursors(
            Object lock, Registry registry, List<RecordedEvent> events, InstantSource clock) {
        this.lock = lock;
        this.registry = registry;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public void register(String cursor, long position) {
        synchronized (lock) {
            registry.rows.putIfAbsent(cursor, new Row(position));
        }
    }

    @Override
    public List<RecordedEvent> readAll(long afterPosition, int limit) {
        synchronized (lock) {
            EventPage page = new EventPage(limit);
            for (int i = (int) afterPosition; i < events.size() && !page.isFull(); i++) {
                page.add(events.get(i));
            }
            return page.events();
        }
    }

    @Override
    public long positionBefore(Instant instant) {
        synchronized (lock) {
            return RecordedTimes.positionBefore(
                    EpochMicros.of(instant),
                    events.size(),
                    position -> events.get((int) position - 1).recordedAtMicros());
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // each member has one object
    public @Nullable CursorClaim claim(String cursor, Duration term) {
        synchronized (lock) {
            Row row = registry.rows.get(cursor);
            if (row == null || (row.owner != this && clock.instant().isBefore(row.keptUntil))) {
                return null;
            }
            row.owner = this;
            row.token++;
            row.keptUntil = clock.instant().plus(term);
            return new CursorClaim(cursor, row.token, row.position);
        }
    }

    @Override
    public boolean advance(
            CursorClaim claim,
            long position,
            Duration term,
            Collection<ParkedStream> parked,
            Collection<StreamId> unparked) {
        synchronized (lock) {
            Row row = owned(claim);
            if (row == null) {
                return false;
            }
            row.position = Math.max(row.position, position);
            row.keptUntil = clock.instant().plus(term);
            for (ParkedStream stream : parked) {
                row.parked.put(stream.stream().value(), stream);
                row.wanted.remove(stream.stream().value());
            }
            for (StreamId stream : unparked) {
                row.parked.remove(stream.value());
                row.wanted.remove(stream.value());
            }
            return true;
        }
    }

    @Override
    public void release(CursorClaim claim) {
        synchronized (lock) {
            Row row = owned(claim);
            if (row != null) {
                row.keptUntil = Instant.MIN;
            }
        }
    }

    private @Nullable Row owned(CursorClaim claim) {
        Row row = registry.rows.get(claim.cursor());
        return row != null && row.token == claim.token() ? row : null;
    }

    @Override
    public List<CursorState> states(Collection<String> cursors) {
        synchronized (lock) {
            return cursors.stream()
                    .filter(registry.rows::containsKey)
                    .map(cursor -> {
                        Row row = Objects.requireNonNull(registry.rows.get(cursor));
                        return new CursorState(cursor, row.position, row.parked.size());
                    })
                    .toList();
        }
    }

    @Override
    public Map<StreamId, Long> parkedStreams(String cursor, int limit) {
        synchronized (lock) {
            return streams(parked(cursor), limit);
        }
    }

    @Override
    public Map<StreamId, Long> retries(String cursor, int limit) {
        synchronized (lock) {
            Row row = registry.rows.get(cursor);
            Set<String> wanted = row == null ? Set.of() : row.wanted;
            return streams(
                    parked(cursor).stream()
                            .filter(stream -> wanted.contains(stream.stream().value()))
                            .toList(),
                    limit);
        }
    }

    private Collection<ParkedStream> parked(String cursor) {
        Row row = registry.rows.get(cursor);
        return row == null ? List.of() : row.parked.values();
    }

    private static Map<StreamId, Long> streams(Collection<ParkedStream> parked, int limit) {
        Map<StreamId, Long> streams = new LinkedHashMap<>();
        parked.stream()
                .limit(limit)
                .forEach(stream -> streams.put(stream.stream(), stream.version()));
        return streams;
    }

    @Override
    public List<ParkedStream> readParked(String cursor, int limit) {
        synchronized (lock) {
            return parked(cursor).stream()
                    .sorted(Comparator.comparingLong(stream -> stream.event().position()))
                    .limit(limit)
                    .toList();
        }
    }

    @Override
    public boolean retry(String cursor, StreamId stream) {
        synchronized (lock) {
            Row row = registry.rows.get(cursor);
            boolean parked = row != null && row.parked.containsKey(stream.value());
            if (row != null && parked) {
                row.wanted.add(stream.value());
            }
            return parked;
        }
    }

    @Override
    public int retryAll(String cursor) {
        synchronized (lock) {
            Row row = registry.rows.get(cursor);
            if (row == null) {
                return 0;
            }
            row.wanted.addAll(row.parked.keySet());
            return row.parked.size();
        }
    }

    @Override
    public void forget(String cursor) {
        synchronized (lock) {
            registry.rows.remove(cursor);
        }
    }
}
