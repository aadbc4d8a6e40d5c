package dev.cobnut.benchmarks.contender;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Bounded waits. A contender that loses a message fails its benchmark and does not hang it.
public final class AnswerWait {

    private AnswerWait() {}

    public static <T> T of(CompletionStage<T> stage) {
        return result(stage.toCompletableFuture());
    }

    static <T> T result(Future<T> future) {
        try {
            return future.get(Contender.ANSWER_MAX_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for an answer", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("A handler failed", e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "No answer within " + Contender.ANSWER_MAX_SECONDS + " s", e);
        }
    }

    public static void of(CountDownLatch latch) {
        try {
            if (!latch.await(Contender.ANSWER_MAX_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(
                        latch.getCount()
                                + " pieces of work were not done within "
                                + Contender.ANSWER_MAX_SECONDS
                                + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting", e);
        }
    }
}
