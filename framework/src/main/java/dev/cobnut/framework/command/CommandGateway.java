package dev.cobnut.framework.command;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import java.util.List;
import java.util.Optional;

/// Sends commands to the streams of one domain and reads them. Thread-safe; every call may block
/// for the time of a group commit or a read, so call it from a virtual thread, never from a
/// Hazelcast partition thread.
///
/// @param <S> state
/// @param <C> commands
public interface CommandGateway<S, C> {

    /// Waits for the outcome, at most for the configured deadline (then the answer is `Unknown`).
    CommandResult<S> send(Command<? extends C> command);

    /// The state of a stream; sees every command that was answered before the call.
    Optional<Versioned<S>> state(StreamId stream);

    /// The events of a stream, from version 1; sees every command that was answered before the
    /// call.
    ///
    /// @param afterVersion 0 for the beginning
    /// @param limit most events to return
    List<RecordedEvent> events(StreamId stream, long afterVersion, int limit);
}
