package dev.cobnut.framework.node;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.view.Projection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A projection whose value is the versions that it applied, in the order in which it applied them;
/// it can be made to fail for single streams.
public final class AppliedVersions implements Projection<String> {

    private final String name;
    private final Set<StreamId> failing = ConcurrentHashMap.newKeySet();

    public AppliedVersions(String name) {
        this.name = name;
    }

    public void failFor(StreamId stream) {
        failing.add(stream);
    }

    public void heal() {
        failing.clear();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isOf(String category) {
        return category.equals("counter");
    }

    @Override
    public String apply(@Nullable String current, RecordedEvent event) {
        if (event.version() == 2 && failing.contains(event.stream())) {
            throw new IllegalStateException("planted fault");
        }
        return (current == null ? "" : current + ",") + event.version();
    }

    @Override
    public Payload encode(String value) {
        return Payload.ofUtf8(value);
    }

    @Override
    public String decode(Payload payload) {
        return payload.asUtf8();
    }

    @Override
    public List<LookupRow> lookups(String after, RecordedEvent event) {
        return List.of(LookupRow.put("counters", "all"));
    }
}
