package dev.cobnut.framework.view;

import dev.cobnut.framework.event.StreamId;

/// A stream could not be read while a view needed it. The environment is at fault, not an event.
final class StreamUnreadableException extends RuntimeException {

    StreamUnreadableException(StreamId stream, RuntimeException cause) {
        super("stream " + stream + " cannot be read: " + cause.getMessage(), cause);
    }
}
