package dev.cobnut.runtime.entity;

import java.util.concurrent.atomic.LongAdder;

/// Keeps what an observer throws away from the runtime, where it would leave an entity claimed for
/// ever, and counts it.
final class CountingObserver implements DispatchObserver {

    private final DispatchObserver observer;
    private final LongAdder errors = new LongAdder();

    CountingObserver(DispatchObserver observer) {
        this.observer = observer;
    }

    long errors() {
        return errors.sum();
    }

    @Override
    public void accepted() {
        try {
            observer.accepted();
        } catch (RuntimeException _) {
            errors.increment();
        }
    }

    @Override
    public void rejected(AskResult.Reason reason) {
        try {
            observer.rejected(reason);
        } catch (RuntimeException _) {
            errors.increment();
        }
    }

    @Override
    public void begun(long waitedNanos) {
        try {
            observer.begun(waitedNanos);
        } catch (RuntimeException _) {
            errors.increment();
        }
    }

    @Override
    public void handedOver(int messages) {
        try {
            observer.handedOver(messages);
        } catch (RuntimeException _) {
            errors.increment();
        }
    }

    @Override
    public void failed(Throwable cause) {
        try {
            observer.failed(cause);
        } catch (RuntimeException _) {
            errors.increment();
        }
    }

    @Override
    public void timedOut() {
        try {
            observer.timedOut();
        } catch (RuntimeException _) {
            errors.increment();
        }
    }
}
