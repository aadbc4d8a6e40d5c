package dev.cobnut.framework.durable;

/// What a durable actor does with its messages. One thread at a time calls it.
@FunctionalInterface
public interface DurableHandler<M> {

    /// Handles one message. What it has done must be durable, or repeatable, when it returns: after
    /// that the message is not delivered again for long.
    ///
    /// @param sequence grows from message to message; the same message comes with the same number,
    ///   so that the last number that was dealt with tells a repetition
    /// @throws Exception then it is called with the same message again, on a fresh handler
    void handle(long sequence, M message) throws Exception;
}
