package dev.cobnut.framework.view;

import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StorableText;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Folds the events of a stream into one entry of a view. Must be thread-safe and free of side
/// effects: it is called again for an event whose delivery was interrupted, and by queries that
/// find no entry.
///
/// @param <V> the view's value; immutable
public interface Projection<V> {

    /// Name of the view: lower-case letters, digits and `-`. No other projection of the service has
    /// it.
    String name();

    /// Version of the projection, from 1. It must grow when values or lookups of the same events
    /// change, that is, when a member of the build before would not read or write the same. Each
    /// version has a map and lookups of its own, so members of both builds may run side by side.
    /// The lookups of a new version are built from the journal in the background.
    default int version() {
        return 1;
    }

    /// The categories of the streams that have an entry. Asked once.
    Set<String> categories();

    /// Applies an event to the value.
    ///
    /// Reads the event with [dev.cobnut.framework.event.EventCodec#fold], because a stored event
    /// may be none or several of the domain.
    ///
    /// @param current the value before the event; null when there is none yet
    /// @return null when the event leads to no value and there was none before; then the stream has
    ///   no entry yet
    /// @throws RuntimeException when the event cannot be applied. Its delivery is retried, then its
    ///   stream is parked. An [Error] counts as the same failure, unless the virtual machine is out
    ///   of memory
    @Nullable V apply(@Nullable V current, RecordedEvent event);

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

        /// @throws IllegalArgumentException when a name is not a key ([StorableText#requireKey]);
        ///   the projection's own stream parks
        public LookupRow {
            StorableText.requireKey("the name of a lookup", lookup);
            StorableText.requireKey("the group of a lookup", group);
        }

        public static LookupRow put(String lookup, String group) {
            return new LookupRow(lookup, group, true);
        }

        public static LookupRow remove(String lookup, String group) {
            return new LookupRow(lookup, group, false);
        }
    }
}
