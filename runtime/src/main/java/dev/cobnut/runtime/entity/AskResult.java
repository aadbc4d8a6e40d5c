package dev.cobnut.runtime.entity;

/// The outcome of an ask.
///
/// @param <R> replies
public sealed interface AskResult<R> {

    /// The reason of a rejection.
    enum Reason {
        /// The mailbox of the key is full, or as many other entities are at work as may be
        /// resident. The message can be sent again later.
        FULL,
        /// The receiver is closed or being closed.
        CLOSED
    }

    /// The message was handled.
    sealed interface Handled<R> extends AskResult<R> {}

    /// The handler returned.
    record Answered<R>(R reply) implements Handled<R> {}

    /// The message was not handled and never will be.
    record Rejected<R>(Reason reason) implements AskResult<R> {}

    /// The handler or the factory of the entity threw, or a [BatchingEntity] gave up this message.
    /// Effects of the handler before the exception remain.
    record Failed<R>(Throwable cause) implements Handled<R> {}

    /// The deadline has passed, or the caller was interrupted (its interrupt flag is still set).
    /// The message is queued or being handled, so it may still take effect.
    record TimedOut<R>() implements AskResult<R> {}
}
