package dev.cobnut.runtime.scheduler;

import dev.cobnut.runtime.scheduler.DeadlineClock.Timeout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A hashed timing wheel for deadlines, most of which never expire: an ask is answered long before.
///
/// Scheme 6 of Varghese and Lauck (1987): there is a slot per tick, and a deadline lies in the slot
/// of its tick modulo the number of slots. Scheduling links a deadline and cancelling unlinks it,
/// each under the slot's own monitor. A deadline that is further away than a rotation stays in its
/// slot when the hand passes.
///
/// Thread-safe, except [#expire], which only one thread calls.
final class TimerWheel {

    static final int NOWHERE = -1;

    /// A tick is 2^20 ns, about a millisecond. Nothing expires early, or late by more than a tick.
    private static final int TICK_SHIFT = 20;

    /// A rotation is about a second.
    private static final int SLOTS = 1_024;

    private static final class Slot {
        @Nullable Timeout first;
        int size;
    }

    private final Slot[] slots = new Slot[SLOTS];

    /// The tick up to which everything has expired. The expiring thread writes it before it looks
    /// into the slots.
    private volatile long hand;

    TimerWheel(long nowNanos) {
        for (int i = 0; i < SLOTS; i++) {
            slots[i] = new Slot();
        }
        hand = nowNanos >> TICK_SHIFT;
    }

    /// No effect if it is scheduled already.
    ///
    /// An overdue deadline goes to the slot of the hand. If the hand moves on in between, it may
    /// have passed that slot already and would come back a rotation later, so the loop schedules
    /// again.
    void schedule(Timeout timeout) {
        long tick = Math.max(timeout.dueNanos >> TICK_SHIFT, hand);
        while (link(timeout, index(tick)) && hand > tick && cancel(timeout)) {
            tick = hand;
        }
    }

    /// @return true when it was scheduled: it will not expire any more
    boolean cancel(Timeout timeout) {
        int index = timeout.slot;
        if (index == NOWHERE) {
            return false;
        }
        Slot slot = slots[index];
        synchronized (slot) {
            return unlink(slot, timeout);
        }
    }

    /// Expires everything that is due.
    void expire(long nowNanos) {
        long last = nowNanos >> TICK_SHIFT;
        long first = Math.max(hand, last - SLOTS + 1);
        hand = last;
        List<Timeout> due = new ArrayList<>();
        for (long tick = first; tick <= last; tick++) {
            collect(slots[index(tick)], nowNanos, due);
        }
        for (Timeout timeout : due) {
            timeout.expire();
        }
    }

    /// The earliest time at which [#expire] may have something to do; `Long.MAX_VALUE` when nothing
    /// is scheduled.
    long nextNanos() {
        long from = hand;
        for (long tick = from; tick < from + SLOTS; tick++) {
            Slot slot = slots[index(tick)];
            synchronized (slot) {
                if (slot.size > 0) {
                    return (tick + 1) << TICK_SHIFT;
                }
            }
        }
        return Long.MAX_VALUE;
    }

    int pending() {
        int sum = 0;
        for (Slot slot : slots) {
            synchronized (slot) {
                sum += slot.size;
            }
        }
        return sum;
    }

    /// The time at which [#expire] reaches the slot of a deadline.
    static long visitNanos(Timeout timeout) {
        return ((timeout.dueNanos >> TICK_SHIFT) + 1) << TICK_SHIFT;
    }

    private static int index(long tick) {
        return (int) tick & (SLOTS - 1);
    }

    private boolean link(Timeout timeout, int index) {
        Slot slot = slots[index];
        synchronized (slot) {
            if (timeout.slot != NOWHERE) {
                return false;
            }
            Timeout first = slot.first;
            timeout.next = first;
            if (first != null) {
                first.previous = timeout;
            }
            slot.first = timeout;
            slot.size++;
            timeout.slot = index;
            return true;
        }
    }

    private static void collect(Slot slot, long nowNanos, List<Timeout> due) {
        synchronized (slot) {
            Timeout timeout = slot.first;
            while (timeout != null) {
                Timeout following = timeout.next;
                if (timeout.dueNanos - nowNanos <= 0 && unlink(slot, timeout)) {
                    due.add(timeout);
                }
                timeout = following;
            }
        }
    }

    private static boolean unlink(Slot slot, Timeout timeout) {
        if (timeout.slot == NOWHERE) {
            return false;
        }
        Timeout before = timeout.previous;
        Timeout after = timeout.next;
        if (before == null) {
            slot.first = after;
        } else {
            before.next = after;
        }
        if (after != null) {
            after.previous = before;
        }
        timeout.previous = null;
        timeout.next = null;
        timeout.slot = NOWHERE;
        slot.size--;
        return true;
    }
}
