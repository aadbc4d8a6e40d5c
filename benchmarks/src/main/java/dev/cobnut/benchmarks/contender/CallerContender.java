package dev.cobnut.benchmarks.contender;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;

/// Does the work on the caller's own thread, without a hand-over. It is the ceiling for a single
/// caller.
final class CallerContender implements Contender {

    @Override
    public <M> MessageWorker<M> worker(Consumer<? super M> handler) {
        return new MessageWorker<>() {
            @Override
            public void tell(M message) {
                handler.accept(message);
            }

            @Override
            public CompletableFuture<?> stop() {
                return CompletableFuture.completedFuture(null);
            }
        };
    }

    @Override
    public <Q, A> Responder<Q, A> responder(Function<? super Q, ? extends A> handler) {
        return new Responder<>() {
            @Override
            public A ask(Q question) {
                return handler.apply(question);
            }

            @Override
            public CompletionStage<A> send(Q question) {
                return CompletableFuture.completedFuture(handler.apply(question));
            }
        };
    }

    @Override
    public void close() {
        // nothing was started
    }
}
