package dev.cobnut.framework.handler;

import java.util.concurrent.atomic.AtomicInteger;

/// Counts what it is told.
final class HandlerCounts implements HandlerObserver {

    final AtomicInteger handled = new AtomicInteger();
    final AtomicInteger retried = new AtomicInteger();
    final AtomicInteger parked = new AtomicInteger();

    @Override
    public void handled(String handler, int count) {
        handled.addAndGet(count);
    }

    @Override
    public void retried(String handler) {
        retried.incrementAndGet();
    }

    @Override
    public void parked(String handler) {
        parked.incrementAndGet();
    }
}
