package dev.cobnut.runtime.entity;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// Passivates idle entities: a daemon thread that wakes every second while an entity is resident,
/// and does not wake while none is.
final class Passivator {

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Entities<?, ?, ?> entities;
    private final LongAdder errors = new LongAdder();
    private final Thread thread;
    private volatile boolean dormant;
    private volatile boolean stopped;

    Passivator(Entities<?, ?, ?> entities) {
        this.entities = entities;
        this.thread = Thread.ofPlatform().daemon().name("entity-passivator").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// Called after an entity became resident.
    void wake() {
        if (dormant) {
            dormant = false;
            LockSupport.unpark(thread);
        }
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /// Runs that ended in an exception. The next run takes place all the same.
    long errors() {
        return errors.sum();
    }

    private void run() {
        while (!stopped) {
            // dormant is set before the look and read after an insert: at least one of the two
            // threads sees the other
            dormant = true;
            if (entities.resident() == 0) {
                LockSupport.park(this);
                continue;
            }
            dormant = false;
            LockSupport.parkNanos(this, PAUSE_NANOS);
            try {
                entities.passivateIdle();
            } catch (RuntimeException _) {
                errors.increment();
            }
        }
    }
}
