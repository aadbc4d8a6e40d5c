package dev.cobnut.framework.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.context.SmartLifecycle;

/// The first step of a stop: readiness is down already, and requests are taken for a while longer,
/// until whoever spreads them has noticed. Then the web server takes no more and ends those that
/// run; then the node stops ([CobnutNode]); then the member hands its partitions over and leaves.
final class Drain implements SmartLifecycle {

    private final Duration delay;
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private volatile boolean running;

    /// @param delay zero for none
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

    /// As [CobnutNode]: a context that is paused goes on.
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
