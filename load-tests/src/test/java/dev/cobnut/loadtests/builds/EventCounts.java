package dev.cobnut.loadtests.builds;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.view.Projection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The number of an order's events, with a shade. Its lookup has each order in the group of its
/// number of events, and in no other.
///
/// It also has the methods of the framework's interface as it was in the build before.
///
/// @param name also of the lookup
/// @param shades the constants that this build knows; it writes the last one from the third event
///   on
public record EventCounts(String name, int version, List<String> shades)
        implements Projection<String> {

    @Override
    public Set<String> categories() {
        return Set.of("order");
    }

    /// Asked by the build before.
    public boolean isOf(String category) {
        return category.equals("order");
    }

    @Override
    public String apply(@Nullable String current, RecordedEvent event) {
        return (event.version() < 3 ? shades.getFirst() : shades.getLast()) + ":" + event.version();
    }

    @Override
    public Payload encode(String value) {
        return Payload.ofUtf8(version + ":" + value);
    }

    @Override
    public String decode(Payload payload) {
        String[] parts = payload.asUtf8().split(":", 3);
        if (!parts[0].equals(String.valueOf(version)) || !shades.contains(parts[1])) {
            throw new IllegalStateException("another build has written " + payload.asUtf8());
        }
        return parts[1] + ":" + parts[2];
    }

    @Override
    public List<LookupRow> lookups(String after, RecordedEvent event) {
        return List.of(
                LookupRow.remove(name, String.valueOf(event.version() - 1)),
                LookupRow.put(name, String.valueOf(event.version())));
    }
}
