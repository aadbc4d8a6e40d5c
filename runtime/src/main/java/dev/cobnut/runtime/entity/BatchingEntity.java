package dev.cobnut.runtime.entity;

/// An entity that takes all waiting messages of its key at once, because that is cheaper than one
/// by one: for example when each message would wait for the same disk.
///
/// A message that waits alone goes to [#handle]. Both methods must have the same effect.
///
/// @param <M> messages
/// @param <R> replies
public interface BatchingEntity<M, R> extends Entity<M, R> {

    /// Handles waiting messages in their order and answers each. An answer goes to its asker at
    /// once.
    ///
    /// Messages without an answer at the end, or after an exception, are answered `Failed`, and
    /// this instance gets no further message. A message that is answered by [Batch#fail] has no
    /// effect on the instance. Everything else is as in [Entity#handle].
    ///
    /// @param batch at least two messages, at most [DispatchSettings#turnBatchMax]
    void handleAll(Batch<M, R> batch);
}
