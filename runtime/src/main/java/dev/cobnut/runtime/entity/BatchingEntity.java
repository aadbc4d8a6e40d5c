package dev.cobnut.runtime.entity;

/// An entity that takes everything that waits for its key at once, because that is cheaper than one
/// by one: for example when each message would wait for the same disk.
///
/// A message that nobody waits beside is handed to [#handle]; both must do the same.
///
/// @param <M> messages
/// @param <R> replies
public interface BatchingEntity<M, R> extends Entity<M, R> {

    /// Handles messages that waited, in their order, and answers each; an answer goes to its asker
    /// at once. What has no answer when this returns or throws is answered `Failed`, and in both
    /// cases this instance gets no further message. A single message that is answered by
    /// [Batch#fail] changes nothing for this instance.
    ///
    /// Otherwise as [Entity#handle].
    ///
    /// @param batch at least two messages, at most [DispatchSettings#turnBatchMax]
    void handleAll(Batch<M, R> batch);
}
