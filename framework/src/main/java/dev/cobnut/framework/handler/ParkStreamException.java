package dev.cobnut.framework.handler;

import org.jspecify.annotations.Nullable;

/// A handler throws it when further attempts would fail in the same way: the event cannot be
/// handled until somebody changes something. Its stream is parked at once, with the message as the
/// reason. While the handler has `parked-max` parked streams, it counts as any failure.
public final class ParkStreamException extends Exception {

    public ParkStreamException(String reason) {
        this(reason, null);
    }

    public ParkStreamException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }
}
