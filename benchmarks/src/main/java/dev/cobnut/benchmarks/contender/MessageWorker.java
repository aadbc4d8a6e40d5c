package dev.cobnut.benchmarks.contender;

import java.util.concurrent.CompletableFuture;

/// Processes messages. Any thread may call [#tell].
public interface MessageWorker<M> {

    /// Accepts a message. Every accepted message is processed. Waits while there is no room.
    void tell(M message);

    /// Processes the messages accepted so far, and ends. Nobody may call [#tell] afterwards.
    ///
    /// @return completes when the worker has ended
    CompletableFuture<?> stop();
}
