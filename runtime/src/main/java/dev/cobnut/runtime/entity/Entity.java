package dev.cobnut.runtime.entity;

/// The state behind one key, and the code that may use it.
///
/// @param <M> messages
/// @param <R> replies
@FunctionalInterface
public interface Entity<M, R> {

    /// Handles one message. One thread at a time calls it, not always the same one. Each call sees
    /// everything that the call before it wrote. It may block: it runs on a virtual thread, or on
    /// the thread of a caller that waits for it.
    ///
    /// An exception is answered as `Failed`, and this instance gets no further message: the next
    /// message goes to a fresh instance.
    ///
    /// It must not wait for its own key: the answer could not come before the deadline.
    R handle(M message);
}
