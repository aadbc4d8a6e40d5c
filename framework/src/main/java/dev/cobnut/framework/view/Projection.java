package dev.cobnut.framework.view;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Folds the events of a stream into one entry of a view. Must be thread-safe and free of side
/// effects: it is called again for an event whose delivery was interrupted, and by queries that
/// find no entry.
///
/// @param <V> the view's value; immutable
public interface Projection<V> {

    /// Name of the view: lower-case letters, digits and `-`.
    String name();

    /// True when streams of this category have an entry.
    boolean isOf(String category);

    /// Applies an event to the value.
    ///
    /// @param current the value before the event; null before the first event of the stream
    /// @throws RuntimeException when the event cannot be applied; its delivery is retried, then its
    ///   stream is parked
    V apply(@Nullable V current, RecordedEvent event);

    /// Encodes the value for the map.
    Payload encode(V value);

    V decode(Payload payload);

    /// The rows of lookups that the event adds or removes; empty for most events. The same row may
    /// be written more than once.
    ///
    /// @param after the value after the event, or after a later event when this one is delivered
    ///   again
    default List<LookupRow> lookups(V after, RecordedEvent event) {
        return List.of();
    }

    /// A secondary key of the stream.
    ///
    /// @param lookup name of the lookup, for example `orders-by-customer`
    /// @param group the secondary key, for example a customer id
    /// @param present false to remove the row
    record LookupRow(String lookup, String group, boolean present) {

        public static LookupRow put(String lookup, String group) {
            return new LookupRow(lookup, group, true);
        }

        public static LookupRow remove(String lookup, String group) {
            return new LookupRow(lookup, group, false);
        }
    }
}
