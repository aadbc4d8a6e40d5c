package dev.cobnut.benchmarks.jmh;

import dev.cobnut.benchmarks.contender.AnswerWait;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/// A handler that counts what was processed and says when all of it was. For one worker, one burst
/// after the other: the count is plain, because a worker is one writer at a time and learns of a
/// burst by its first message.
public final class Burst<M> implements Consumer<M> {

    private int left;
    private CountDownLatch done = new CountDownLatch(0);

    /// To be called before the first message of a burst, when the one before is done.
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

    /// Until everything that was expected has been processed.
    public void await() {
        AnswerWait.of(done);
    }
}
