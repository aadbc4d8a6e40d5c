package dev.cobnut.framework.node;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.view.Projection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A projection whose value is the versions that it applied, in the order in which it applied them;
/// it can be made to fail for single streams.
public final class AppliedVersions implements Projection<String> {

    /// A value that only another version of the projection can decode.
    static final Payload UNREADABLE = Payload.ofUtf8("?");

    private final String name;
    private final String category;
    private final Map<StreamId, Runnable> failing = new ConcurrentHashMap<>();
    private volatile String notEncoded = "";
    private volatile Consumer<RecordedEvent> beforeApply = _ -> {};

    public AppliedVersions(String name) {
        this(name, "counter");
    }

    public AppliedVersions(String name, String category) {
        this.name = name;
        this.category = category;
    }

    public void failFor(StreamId stream) {
        failFor(
                stream,
                () -> {
                    throw new IllegalStateException("planted fault");
                });
    }

    /// @param fault throws, at version 2
    public void failFor(StreamId stream, Runnable fault) {
        failing.put(stream, fault);
    }

    void doNotEncode(String value) {
        notEncoded = value;
    }

    /// @param hook called with each event, on the thread that applies it
    void beforeApply(Consumer<RecordedEvent> hook) {
        beforeApply = hook;
    }

    public void heal() {
        failing.clear();
        notEncoded = "";
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<String> categories() {
        return Set.of(category);
    }

    @Override
    public String apply(@Nullable String current, RecordedEvent event) {
        beforeApply.accept(event);
        Runnable fault = failing.get(event.stream());
        if (fault != null && event.version() == 2) {
            fault.run();
        }
        return (current == null ? "" : current + ",") + event.version();
    }

    @Override
    public Payload encode(String value) {
        if (value.equals(notEncoded)) {
            throw new IllegalStateException("planted fault of the encoding");
        }
        return Payload.ofUtf8(value);
    }

    @Override
    public String decode(Payload payload) {
        if (payload.equals(UNREADABLE)) {
            throw new IllegalArgumentException("written by another version");
        }
        return payload.asUtf8();
    }

    @Override
    public List<LookupRow> lookups(String after, RecordedEvent event) {
        return List.of(LookupRow.put("counters", "all"));
    }
}
