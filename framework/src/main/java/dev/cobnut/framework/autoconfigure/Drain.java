package dev.cobnut.framework.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.context.SmartLifecycle;

/// The first step of a stop. Readiness is already down, but requests are accepted for the delay,
/// until load balancers have noticed. Then the web server stops accepting requests and completes
/// those that run. Then the node stops ([CobnutNode]). Last, the Hazelcast member hands over its
/// partitions and leaves.
final class Drain implements SmartLifecycle {

    private final Duration delay;
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private volatile boolean running;

    /// @param delay time to wait; zero for none
    Drain(Duration delay) {
        this.delay = delay;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        try {
            boolean _ = interrupted.await(delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /// Like [CobnutNode], this keeps running while its context is paused.
    @Override
    public boolean isPauseable() {
        return false;
    }

    /// The last to start and the first to stop.
    @Override
    public int getPhase() {
        return SmartLifecycle.DEFAULT_PHASE;
    }
}
