package dev.cobnut.runtime.actor;

/// A timer of an actor. It has at most one firing on its way at a time: an actor that cannot keep
/// up gets the next one later instead of several.
final class ActorTimer extends Timeout {

    private final ActorCell<?> cell;
    final Object key;
    final Object message;

    /// 0 for once.
    private final long periodNanos;

    /// By the holder of the actor's claim only.
    private boolean cancelled;

    ActorTimer(ActorCell<?> cell, Object key, Object message, long delayNanos, long periodNanos) {
        this.cell = cell;
        this.key = key;
        this.message = message;
        this.periodNanos = periodNanos;
        this.dueNanos = cell.system.clock().nanoTime() + delayNanos;
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

    /// Before its message is handled.
    ///
    /// @return false when it was cancelled on the way
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
    void expire() {
        cell.control(new Control.Fired(this));
    }
}
