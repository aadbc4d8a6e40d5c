package dev.cobnut.benchmarks.contender;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// A way to have messages processed by other threads. One thread uses it; its workers and
/// responders say who may call them.
public interface Contender extends AutoCloseable {

    /// Longest wait for an answer. A contender that exceeds it has failed.
    long ANSWER_MAX_SECONDS = 60;

    /// Makes a worker that processes messages. The table of [Contenders] says which workers do so
    /// one at a time and in order.
    <M> MessageWorker<M> worker(Consumer<? super M> handler);

    /// Makes many workers, in the contender's own way to make many.
    default <M> List<MessageWorker<M>> workers(
            int count, Supplier<? extends Consumer<? super M>> handlers) {
        List<MessageWorker<M>> workers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            workers.add(worker(handlers.get()));
        }
        return workers;
    }

    /// Makes a responder that answers questions.
    <Q, A> Responder<Q, A> responder(Function<? super Q, ? extends A> handler);

    /// Ends everything that the contender started, and waits until it has ended.
    @Override
    void close();
}
