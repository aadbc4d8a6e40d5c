package dev.cobnut.framework.event;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Writes the events of a domain in their stored form, and reads them. Thread-safe.
///
/// A stored event is read as one event of the domain, unless the codec says otherwise: as none when
/// its type was given up ([#removed]), as several when its type was split. All of them have the id,
/// the version and the position of the stored event. [#fold] and [#decodeAll] read every kind.
///
/// @param <E> the domain's (sealed) event type
public interface EventCodec<E> {

    /// The stored name of the event's type.
    String type(E event);

    /// All stored names that [#decodeAll] reads: former ones, and those that were split or removed,
    /// included. The start compares them with the stored events.
    Set<String> types();

    /// The stored names that the domain has given up on purpose. Their events are read as no event,
    /// whatever they contain.
    default Set<String> removed() {
        return Set.of();
    }

    /// The classes of the events that [#decode] returns, by their stored names. A handler that is
    /// written with classes ([dev.cobnut.framework.handler.Handler]) knows by it what it gets. A
    /// name that is not read as exactly one event is not among them.
    ///
    /// @return empty when the codec does not tell; then no such handler has its events
    default Map<String, Class<? extends E>> classes() {
        return Map.of();
    }

    /// The version of the shape in which [#encode] writes this type, from 1.
    int schemaVersion(E event);

    Payload encode(E event);

    /// As [#encode], for an event that is about to be appended. The payload may have the event
    /// itself at hand, so that the views and statistics of this process get the very object that
    /// was decided, without reading its bytes. They may do so because events are immutable and are
    /// read back as they were written.
    default Payload encodeWithEvent(E event) {
        return encode(event);
    }

    /// The tags under which a new event is stored, at most [Tag#PER_EVENT_MAX]. They follow from
    /// the event alone. They say nothing about events that are recorded already: those keep the
    /// tags that they were recorded with.
    ///
    /// @return empty for an event on which no decision across streams depends
    default Set<Tag> tags(E event) {
        return Set.of();
    }

    /// Reads any schema version that was ever written; upcasters lift older ones.
    ///
    /// @throws UnreadableEventException when the type is unknown, the schema is newer than this
    ///   code, or the payload does not parse
    E decode(String type, int schemaVersion, Payload payload);

    /// Reads an event whose type is one event of the domain.
    ///
    /// @throws UnreadableEventException also when the type was split or removed
    default E decode(RecordedEvent event) {
        return decode(event.type(), event.schemaVersion(), event.payload());
    }

    /// Reads a stored event as what it is for the domain, in order. Empty when its type was
    /// removed.
    ///
    /// @throws UnreadableEventException as [#decode]
    default List<E> decodeAll(String type, int schemaVersion, Payload payload) {
        return removed().contains(type) ? List.of() : List.of(decode(type, schemaVersion, payload));
    }

    default List<E> decodeAll(RecordedEvent event) {
        return decodeAll(event.type(), event.schemaVersion(), event.payload());
    }

    /// Applies what a stored event is read as to a state.
    ///
    /// ```java
    /// codec.fold(current, event, decider::evolve)
    /// ```
    ///
    /// @param before null before the first event
    /// @return null when there is still no state, because the types of all events so far were
    ///   removed
    /// @throws UnreadableEventException as [#decode]
    default <S> @Nullable S fold(
            @Nullable S before,
            RecordedEvent event,
            BiFunction<@Nullable S, ? super E, ? extends S> evolve) {
        S state = before;
        for (E one : decodeAll(event)) {
            state = evolve.apply(state, one);
        }
        return state;
    }
}
