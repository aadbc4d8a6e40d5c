package dev.cobnut.framework.event;

import org.jspecify.annotations.Nullable;

/// This code cannot read a stored event: its type is unknown, its schema is newer, or its payload
/// is damaged.
public final class UnreadableEventException extends RuntimeException {

    public UnreadableEventException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
