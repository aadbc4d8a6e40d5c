package dev.cobnut.runtime.durable;

import java.util.concurrent.CompletableFuture;

/// A durable actor, seen from outside. Thread-safe.
///
/// @param <M> messages
public interface DurableRef<M> {

    /// The outcome of a tell.
    sealed interface StoreResult {

        /// The message is on disk and will be handled.
        ///
        /// @param sequence its number, larger than those of all messages before it, with gaps
        record Stored(long sequence) implements StoreResult {}

        /// The message is not stored and can be told again later.
        ///
        /// @param reason one sentence for an operator
        record Refused(String reason) implements StoreResult {}

        /// The commit failed, and it is not known whether the message is stored.
        ///
        /// @param reason one sentence for an operator
        record Unknown(String reason) implements StoreResult {}
    }

    /// Stores a message. Returns at once. Messages of one thread are stored in their order.
    ///
    /// @return completed when the outcome is known; never exceptionally
    /// @throws RuntimeException from the codec, for a message that it cannot encode; nothing is
    ///   done then
    CompletableFuture<StoreResult> tell(M message);

    /// Messages that are stored, or about to be, and not handled; never negative. A message with an
    /// unknown outcome counts until it is handled, or until the mailbox is opened again.
    long pending();

    /// Number of times that handled messages could not be recorded as handled. They are recorded
    /// with the next ones; otherwise they come again after a restart.
    long recordingErrors();
}
