package dev.cobnut.framework.node;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.view.Projection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A projection with a version. Its value is its own version and that of the stream, for example
/// `2:5`. Its lookup has each stream in the group of its value, and in no other.
///
/// @param name also of the lookup
record LastEvents(String name, int version) implements Projection<String> {

    @Override
    public Set<String> categories() {
        return Set.of("counter");
    }

    @Override
    public String apply(@Nullable String current, RecordedEvent event) {
        long before =
                current == null ? 0 : Long.parseLong(current.substring(current.indexOf(':') + 1));
        if (event.version() != before + 1) {
            throw new IllegalStateException(event.version() + " after " + current);
        }
        return value(event.version());
    }

    /// The value, and the group, of a stream with this many events.
    String value(long events) {
        return version + ":" + events;
    }

    @Override
    public Payload encode(String value) {
        return Payload.ofUtf8(value);
    }

    @Override
    public String decode(Payload payload) {
        String value = payload.asUtf8();
        if (!value.startsWith(version + ":")) {
            throw new IllegalStateException("an entry of another version: " + value);
        }
        return value;
    }

    @Override
    public List<LookupRow> lookups(String after, RecordedEvent event) {
        return List.of(
                LookupRow.remove(name, value(event.version() - 1)),
                LookupRow.put(name, value(event.version())));
    }
}
