package dev.cobnut.benchmarks.contender;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Function;

/// The usual hand-written loop: each worker has a bounded `LinkedBlockingQueue` and a thread that
/// takes from it. Messages are processed one at a time, in order.
final class LinkedQueueContender implements Contender {

    /// The same capacity as the mailboxes of the runtime.
    private static final int CAPACITY = Contenders.CAPACITY;

    private final ThreadFactory threads;
    private final ConcurrentLinkedQueue<Loop> open = new ConcurrentLinkedQueue<>();

    LinkedQueueContender(ThreadFactory threads) {
        this.threads = threads;
    }

    /// Mark in the queue that ends the loop.
    private record End(CompletableFuture<Void> ended) {}

    private record Question<Q, A>(Q question, CompletableFuture<A> answer) {}

    private static final class Loop {

        private final BlockingQueue<Object> queue = new LinkedBlockingQueue<>(CAPACITY);
        private final CompletableFuture<Void> ended = new CompletableFuture<>();

        /// Returns only after the loop has ended.
        void run(Consumer<Object> handler) {
            try {
                while (true) {
                    Object message = queue.take();
                    if (message instanceof End) {
                        ended.complete(null);
                        return;
                    }
                    handler.accept(message);
                }
            } catch (InterruptedException e) {
                ended.completeExceptionally(e);
            } catch (RuntimeException e) {
                ended.completeExceptionally(e);
                throw e;
            }
        }

        void put(Object message) {
            try {
                queue.put(message);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while the queue was full", e);
            }
        }

        CompletableFuture<?> stop() {
            put(new End(ended));
            return ended;
        }
    }

    private Loop start(Consumer<Object> handler) {
        Loop loop = new Loop();
        threads.newThread(() -> loop.run(handler)).start();
        return loop;
    }

    @Override
    @SuppressWarnings("unchecked") // the queue of a worker holds only messages of its tell
    public <M> MessageWorker<M> worker(Consumer<? super M> handler) {
        Loop loop = start(message -> handler.accept((M) message));
        open.add(loop);
        return new MessageWorker<>() {
            @Override
            public void tell(M message) {
                loop.put(message);
            }

            @Override
            public CompletableFuture<?> stop() {
                open.remove(loop);
                return loop.stop();
            }
        };
    }

    @Override
    @SuppressWarnings("unchecked") // the queue of a responder holds only messages of its send
    public <Q, A> Responder<Q, A> responder(Function<? super Q, ? extends A> handler) {
        Loop loop =
                start(message -> {
                    Question<Q, A> asked = (Question<Q, A>) message;
                    asked.answer.complete(handler.apply(asked.question));
                });
        open.add(loop);
        return new Responder<>() {
            @Override
            public A ask(Q question) {
                return AnswerWait.of(send(question));
            }

            @Override
            public CompletionStage<A> send(Q question) {
                CompletableFuture<A> answer = new CompletableFuture<>();
                loop.put(new Question<>(question, answer));
                return answer;
            }
        };
    }

    @Override
    public void close() {
        List.copyOf(open).forEach(loop -> AnswerWait.of(loop.stop()));
        open.clear();
    }
}
