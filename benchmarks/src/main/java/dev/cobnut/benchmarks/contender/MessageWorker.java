package dev.cobnut.benchmarks.contender;

import java.util.concurrent.CompletableFuture;

/// Processes messages. Any thread may tell.
public interface MessageWorker<M> {

    /// Once it has returned, the message will be processed. Waits while there is no room.
    void tell(M message);

    /// Processes what it was told before, and ends; nothing may be told any more.
    ///
    /// @return completed when it has ended
    CompletableFuture<?> stop();
}
