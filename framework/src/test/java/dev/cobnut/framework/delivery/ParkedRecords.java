package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.node.FaultyJournal;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/// A journal for entries with positions that a test has chosen.
final class ParkedRecords extends FaultyJournal {

    private final Map<StreamId, ParkedStream> parked = new LinkedHashMap<>();
    private final NavigableMap<Long, RecordedEvent> unpublished = new TreeMap<>();
    private boolean failing;
    private boolean answerLost;

    ParkedRecords() {
        super(InMemoryJournal.create(InstantSource.system()));
    }

    void failNextPark() {
        failing = true;
    }

    /// The next unpark takes place, and then throws.
    void loseNextAnswerOfUnpark() {
        answerLost = true;
    }

    ParkedStream of(StreamId stream) {
        return Objects.requireNonNull(parked.get(stream), () -> stream + " is not parked");
    }

    void commit(Collection<OutboxEntry> entries) {
        entries.forEach(entry -> unpublished.put(entry.event().position(), entry.event()));
    }

    void publish(Collection<OutboxEntry> entries) {
        entries.forEach(entry -> unpublished.remove(entry.event().position()));
    }

    /// Only those that are not published.
    @Override
    public List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        return unpublished.values().stream()
                .filter(event -> event.stream().equals(stream))
                .filter(event -> event.version() == afterVersion + 1)
                .toList();
    }

    @Override
    public List<RecordedEvent> readUnpublished(long afterPosition, int limit) {
        return unpublished.tailMap(afterPosition, false).values().stream().limit(limit).toList();
    }

    @Override
    public Set<StreamId> park(Collection<ParkedStream> streams) {
        if (failing) {
            failing = false;
            throw new JournalException("planted fault of a park", null);
        }
        streams.forEach(stream -> parked.put(stream.stream(), stream));
        return Set.copyOf(streams.stream().map(ParkedStream::stream).toList());
    }

    @Override
    public long unpark(StreamId stream) {
        long events = parked.remove(stream) == null ? 0 : 1;
        if (answerLost) {
            answerLost = false;
            throw new JournalException("planted loss of an answer", null);
        }
        return events;
    }

    @Override
    public List<ParkedStream> readParked(long afterPosition, int limit) {
        return afterPosition > 0 ? List.of() : new ArrayList<>(parked.values());
    }

    @Override
    public long countParked() {
        return parked.size();
    }
}
