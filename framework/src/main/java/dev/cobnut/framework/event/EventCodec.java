package dev.cobnut.framework.event;

import java.util.Map;
import java.util.Set;

/// Writes the events of a domain in their stored form, and reads them. Thread-safe.
///
/// @param <E> the domain's (sealed) event type
public interface EventCodec<E> {

    /// The stored name of the event's type.
    String type(E event);

    /// All stored names that [#decode] reads, former ones included. The start compares them with
    /// the stored events.
    Set<String> types();

    /// The classes of the events that [#decode] returns, by their stored names. A handler that is
    /// written with classes ([dev.cobnut.framework.handler.Handler]) knows by it what it gets.
    ///
    /// @return empty when the codec does not tell; then no such handler has its events
    default Map<String, Class<? extends E>> classes() {
        return Map.of();
    }

    /// The version of the shape in which [#encode] writes this type, from 1.
    int schemaVersion(E event);

    Payload encode(E event);

    /// Reads any schema version that was ever written; upcasters lift older ones.
    ///
    /// @throws UnreadableEventException when the type is unknown, the schema is newer than this
    ///   code, or the payload does not parse
    E decode(String type, int schemaVersion, Payload payload);

    default E decode(RecordedEvent event) {
        return decode(event.type(), event.schemaVersion(), event.payload());
    }
}
