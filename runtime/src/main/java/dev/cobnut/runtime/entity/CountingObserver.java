package dev.cobnut.runtime.entity;

import java.util.concurrent.atomic.LongAdder;

/// Catches and counts the exceptions of an observer. In the runtime they would leave an entity
/// claimed for ever.
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
    public void awaiting() {
        try {
            observer.awaiting();
        } catch (RuntimeException _) {
            errors.increment();
        }
    }

    @Override
    public void awaited() {
        try {
            observer.awaited();
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
