package dev.cobnut.runtime.entity;

/// What stands behind one key: some state, and the code that may touch it.
///
/// @param <M> messages
/// @param <R> replies
@FunctionalInterface
public interface Entity<M, R> {

    /// Handles one message. Called by one thread at a time, not always the same; each call sees
    /// what the one before it wrote. It may block: it runs on a virtual thread or on that of a
    /// caller who waits for it.
    ///
    /// Whatever it throws is answered as `Failed`, and this instance gets no further message: the
    /// next one goes to a fresh instance.
    ///
    /// It must not wait for its own key: the answer could not come before the deadline.
    R handle(M message);
}
