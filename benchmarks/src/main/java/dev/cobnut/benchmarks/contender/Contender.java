package dev.cobnut.benchmarks.contender;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// A way to have messages processed in other threads. Used by one thread, but for what its workers
/// and responders allow.
public interface Contender extends AutoCloseable {

    /// Longest wait for an answer: beyond it the contender has failed.
    long ANSWER_MAX_SECONDS = 60;

    /// Somebody who processes messages; whether one at a time and in order is said by [Contenders].
    <M> MessageWorker<M> worker(Consumer<? super M> handler);

    /// Many of them, made in the way that the contender makes many.
    default <M> List<MessageWorker<M>> workers(
            int count, Supplier<? extends Consumer<? super M>> handlers) {
        List<MessageWorker<M>> workers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            workers.add(worker(handlers.get()));
        }
        return workers;
    }

    /// Somebody who answers.
    <Q, A> Responder<Q, A> responder(Function<? super Q, ? extends A> handler);

    /// Ends everything that it has started, and waits for that.
    @Override
    void close();
}
