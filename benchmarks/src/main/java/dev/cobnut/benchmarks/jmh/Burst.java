package dev.cobnut.benchmarks.jmh;

import dev.cobnut.benchmarks.contender.AnswerWait;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/// A handler that counts processed messages and reports when a burst is complete. It serves one
/// worker, one burst after the other. The count is a plain field: the worker is its only writer,
/// and the first message of a burst makes the new count visible to the worker.
public final class Burst<M> implements Consumer<M> {

    private int left;
    private CountDownLatch done = new CountDownLatch(0);

    /// Begins a burst. Call it before the first message of the burst, when the previous burst is
    /// complete.
    public void expect(int messages) {
        left = messages;
        done = new CountDownLatch(1);
    }

    @Override
    public void accept(M message) {
        if (--left == 0) {
            done.countDown();
        }
    }

    /// Waits until all expected messages have been processed.
    public void await() {
        AnswerWait.of(done);
    }
}
