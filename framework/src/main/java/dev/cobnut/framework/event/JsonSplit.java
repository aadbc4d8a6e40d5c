package dev.cobnut.framework.event;

import java.util.List;
import java.util.function.Function;

/// A stored type that is read as several events.
///
/// @param shape reads the payload
/// @param parts the events that it stands for
record JsonSplit<T, E>(
        String type, JsonShape<T> shape, Function<? super T, ? extends List<? extends E>> parts) {

    /// @throws UnreadableEventException when the payload cannot be read, or the function fails
    List<E> read(int schemaVersion, Payload payload) {
        T stored = shape.read(schemaVersion, payload);
        try {
            return List.copyOf(parts.apply(stored));
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            throw new UnreadableEventException("the split of " + type + " failed: " + e, e);
        }
    }
}
