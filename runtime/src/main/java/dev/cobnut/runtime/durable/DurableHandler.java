package dev.cobnut.runtime.durable;

/// Handles the messages of a durable actor. One thread at a time calls it.
///
/// @param <M> messages
@FunctionalInterface
public interface DurableHandler<M> {

    /// Takes messages that failed at their last attempt.
    ///
    /// @param <M> messages
    @FunctionalInterface
    interface DeadLetters<M> {

        /// Called on the actor's thread. The message counts as handled when this returns. An
        /// exception makes the actor try the message again.
        ///
        /// @param sequence the number of the message
        /// @param cause why the last attempt failed: an exception or an [Error]
        void add(long sequence, M message, Throwable cause) throws Exception;
    }

    /// Handles one message. Its effects must be durable, or repeatable, when it returns: soon
    /// afterwards the message is not delivered any more.
    ///
    /// @param sequence grows from message to message. A repeated message has its old number, so a
    ///   handler recognises a repetition by the last number that it has dealt with
    /// @throws Exception makes the actor try the same message again, on a fresh handler. So does an
    ///   [Error] of the code, such as a [LinkageError] or a [StackOverflowError]
    void handle(long sequence, M message) throws Exception;
}
