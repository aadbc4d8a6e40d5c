package dev.cobnut.test.scenario;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.Refusal;
import dev.cobnut.framework.process.ProcessRecords;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The records of the one process of a scenario, in memory.
final class ScenarioRecords implements ProcessRecords {

    private final HandlerSurroundings surroundings;
    private final NavigableSet<String> items = new TreeSet<>();
    private final Map<String, Refusal> refusals = new HashMap<>();

    ScenarioRecords(HandlerSurroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public @Nullable RecordedEvent event(StreamId stream, long version) {
        List<RecordedEvent> events = surroundings.events(stream);
        return version >= 1 && version <= events.size() ? events.get((int) version - 1) : null;
    }

    @Override
    public List<String> items(String index, @Nullable String before, int limit) {
        return (before == null ? items : items.headSet(before, false))
                .descendingSet().stream().limit(limit).toList();
    }

    @Override
    public void change(String index, List<String> put, List<String> removed) {
        items.addAll(put);
        removed.forEach(items::remove);
    }

    @Override
    public Refusal refuse(StreamId stream, CommandKey key, Refusal refusal) {
        return refusals.computeIfAbsent(key.key(), _ -> refusal);
    }
}
