package dev.cobnut.benchmarks.contender;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;

/// Runs each message as a task on one executor for all workers. Such code has neither state nor
/// order. With a single thread in the executor, one worker has both.
final class ExecutorContender implements Contender {

    private final ExecutorService executor;

    ExecutorContender(ExecutorService executor) {
        this.executor = executor;
    }

    @Override
    public <M> MessageWorker<M> worker(Consumer<? super M> handler) {
        return new MessageWorker<>() {
            @Override
            public void tell(M message) {
                executor.execute(() -> handler.accept(message));
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
                return AnswerWait.result(executor.<A>submit(() -> handler.apply(question)));
            }

            @Override
            public CompletionStage<A> send(Q question) {
                return CompletableFuture.supplyAsync(() -> handler.apply(question), executor);
            }
        };
    }

    @Override
    public void close() {
        executor.close();
    }
}
