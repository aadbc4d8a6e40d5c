package dev.cobnut.framework.command;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.event.Versioned;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Sends commands to the streams of one [Decider], and reads these streams. Thread-safe. A call may
/// block for the time of a group commit or a read: call it from a virtual thread, never from a
/// partition thread of Hazelcast.
///
/// @param <S> state
/// @param <C> commands
public interface CommandGateway<S, C> {

    /// The stream with an id, of the decider's category.
    ///
    /// @throws IllegalArgumentException when the id cannot be part of a stream id
    StreamId stream(String id);

    /// Waits for the outcome. After the configured deadline the result is `Unknown`. A stream with
    /// an event that the codec cannot read takes no command: the result is `Unavailable`.
    ///
    /// @throws IllegalArgumentException when the stream is not of the decider's category; nothing
    ///   is written then, and nothing is read by the other methods
    /// @throws IllegalStateException when deciding the command failed, with the failure of the
    ///   [Decider] or its codec as the cause: a bug
    CommandResult<S> send(Command<? extends C> command);

    /// The state of a stream. It includes every command that was answered before the call. In a
    /// cluster, while a member is being lost, it may be older. When an event cannot be applied, the
    /// state ends before it and is marked as behind.
    ///
    /// @throws UnreadableEventException when the first event cannot be applied
    Optional<Versioned<S>> state(StreamId stream);

    /// The state that a stream had: the fold of its events before the first one that a predicate
    /// does not accept. It reads the stream from its beginning. It sees the same events as
    /// [#state(StreamId)], and is marked as behind when it ends before an accepted event that
    /// cannot be applied.
    ///
    /// @param accepted for example `event -> event.version() <= 3`
    /// @return empty when there is no such stream, or when its first event is not accepted
    /// @throws UnreadableEventException when the first event is accepted and cannot be applied
    Optional<Versioned<S>> past(StreamId stream, Predicate<RecordedEvent> accepted);

    /// A page of a stream's events, in order. They include those of every command that was answered
    /// before the call. In a cluster, while a member is being lost, the newest may be missing.
    ///
    /// @param afterVersion 0 for the beginning
    /// @param limit most events to return
    /// @return [EventPage#isFull] tells if more may follow
    List<RecordedEvent> events(StreamId stream, long afterVersion, int limit);
}
