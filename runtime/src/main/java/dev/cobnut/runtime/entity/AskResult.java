package dev.cobnut.runtime.entity;

/// What became of a message.
///
/// @param <R> replies
public sealed interface AskResult<R> {

    /// Why a message was not taken.
    enum Reason {
        /// The key's mailbox holds as many messages as it may, or as many entities are at work as
        /// may be resident and this key is not one of them. It can be sent again later.
        FULL,
        /// The entities are closed or being closed.
        CLOSED
    }

    /// It was handled.
    sealed interface Handled<R> extends AskResult<R> {}

    /// The handler returned.
    record Answered<R>(R reply) implements Handled<R> {}

    /// The message was not handled and never will be.
    record Rejected<R>(Reason reason) implements AskResult<R> {}

    /// The handler threw, or the factory that should have made the entity, or a [BatchingEntity]
    /// gave up this message. What the handler did before is done.
    record Failed<R>(Throwable cause) implements Handled<R> {}

    /// The caller has waited long enough, or was interrupted (its thread is still marked so). The
    /// message is queued or being handled: it may still take effect.
    record TimedOut<R>() implements AskResult<R> {}
}
