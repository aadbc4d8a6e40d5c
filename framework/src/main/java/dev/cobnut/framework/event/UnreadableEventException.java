package dev.cobnut.framework.event;

import org.jspecify.annotations.Nullable;

/// A stored event that this code cannot read: an unknown type, a newer schema, or a damaged
/// payload.
public final class UnreadableEventException extends RuntimeException {

    public UnreadableEventException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
