package dev.cobnut.runtime.actor;

import org.jspecify.annotations.Nullable;

/// Something that happens at a time, unless it is cancelled before. It is its own link in the list
/// of its [TimerWheel] slot, so that a deadline costs no object beside what has it.
abstract class Timeout {

    /// When, on the clock's `nanoTime`. Set before it is scheduled.
    long dueNanos;

    // Guarded by the slot.
    @Nullable Timeout previous;
    @Nullable Timeout next;

    /// The slot that it is linked in, or [TimerWheel#NOWHERE]. Written under the slot's monitor.
    volatile int slot = TimerWheel.NOWHERE;

    /// Called once, on the clock's thread; must be quick. Not called when a cancellation came
    /// before.
    abstract void expire();
}
