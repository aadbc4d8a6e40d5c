package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.scheduler.DeadlineClock;

/// A timer of an actor. At most one firing is on its way at a time: an actor that cannot keep up
/// gets the next firing later instead of several.
final class ActorTimer extends DeadlineClock.Timeout {

    private final ActorCell<?> cell;
    final Object key;
    final Object message;

    /// 0 for a timer that fires once.
    private final long periodNanos;

    /// Only the holder of the actor's claim uses it.
    private boolean cancelled;

    ActorTimer(ActorCell<?> cell, Object key, Object message, long delayNanos, long periodNanos) {
        super(cell.system.clock().nanoTime() + delayNanos);
        this.cell = cell;
        this.key = key;
        this.message = message;
        this.periodNanos = periodNanos;
    }

    void start() {
        cell.system.clock().schedule(this);
    }

    void cancel() {
        cancelled = true;
        boolean _ = cell.system.clock().cancel(this);
    }

    boolean isPeriodic() {
        return periodNanos > 0;
    }

    /// Called before its message is handled.
    ///
    /// @return false when it was cancelled after it had fired
    boolean take() {
        if (cancelled) {
            return false;
        }
        if (isPeriodic()) {
            long now = cell.system.clock().nanoTime();
            long missed = Math.max(0, (now - dueNanos) / periodNanos);
            dueNanos += (missed + 1) * periodNanos;
            start();
        }
        return true;
    }

    @Override
    protected void expire() {
        cell.control(new Control.Fired(this));
    }
}
