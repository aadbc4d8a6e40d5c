package dev.cobnut.framework.view;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One entry per stream, folded from the stream's events. Thread-safe and free of side effects: it
/// is called again for an event whose delivery was interrupted, and by queries that miss an entry.
///
/// @param <V> the view's value; immutable
public interface Projection<V> {

    /// Name of the view: lower-case letters, digits and `-`.
    String name();

    /// Whether streams of this category have an entry.
    boolean isOf(String category);

    /// @param current null before the first event of the stream
    /// @throws RuntimeException when the event cannot be applied: its stream is retried, then
    ///   parked
    V apply(@Nullable V current, RecordedEvent event);

    /// The value as it is kept in the map.
    Payload encode(V value);

    V decode(Payload payload);

    /// Rows of lookups that the event adds or removes; empty for most events. A row may be written
    /// again.
    ///
    /// @param after the value after the event, or after a later one when the event comes again
    default List<LookupRow> lookups(V after, RecordedEvent event) {
        return List.of();
    }

    /// A secondary key of the stream.
    ///
    /// @param lookup name of the lookup, for example `orders-by-customer`
    /// @param group the secondary key, for example a customer id
    /// @param present false when the row is to be taken out
    record LookupRow(String lookup, String group, boolean present) {

        public static LookupRow put(String lookup, String group) {
            return new LookupRow(lookup, group, true);
        }

        public static LookupRow remove(String lookup, String group) {
            return new LookupRow(lookup, group, false);
        }
    }
}
