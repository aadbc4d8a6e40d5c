package dev.cobnut.framework.view;

import dev.cobnut.framework.event.StreamId;

/// A view could not read a stream that it needed. The environment is at fault, not an event.
public final class StreamUnreadableException extends RuntimeException {

    StreamUnreadableException(StreamId stream, RuntimeException cause) {
        super("stream " + stream + " cannot be read: " + cause.getMessage(), cause);
    }
}
