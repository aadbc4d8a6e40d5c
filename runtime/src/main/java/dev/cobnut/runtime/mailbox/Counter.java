package dev.cobnut.runtime.mailbox;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// A counter in an object of its own.
class Counter {

    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Counter.class, "count", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long count;

    final long get() {
        return count;
    }

    /// For the only thread that writes.
    final long getPlain() {
        return (long) COUNT.get(this);
    }

    final long getAcquire() {
        return (long) COUNT.getAcquire(this);
    }

    /// For an object that no other thread has seen yet.
    final void setPlain(long value) {
        COUNT.set(this, value);
    }

    final void setRelease(long value) {
        COUNT.setRelease(this, value);
    }

    final boolean compareAndSet(long expected, long value) {
        return COUNT.compareAndSet(this, expected, value);
    }

    final void setBits(long bits) {
        COUNT.getAndBitwiseOr(this, bits);
    }
}
