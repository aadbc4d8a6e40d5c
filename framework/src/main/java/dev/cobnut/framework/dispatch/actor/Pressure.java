package dev.cobnut.framework.dispatch.actor;

import dev.cobnut.framework.dispatch.mailbox.Mailbox;
import dev.cobnut.framework.dispatch.mailbox.Offer;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What an actor has beside its mailbox when senders wait for room, or somebody wants to know its
/// depth. Others have none.
///
/// # Waiting for room
///
/// A sender says that it waits (`waiting`), tries once more, and waits for a signal. The actor
/// polls a batch, lets a full fence pass, and looks whether anybody waits: one of the two sees the
/// other. It signals when the mailbox is half empty, or at the end of a turn, when it is empty: a
/// wake-up per message would make both go in step.
///
/// # Watermarks
///
/// `level` goes BELOW → RISING (a sender calls `high`) → ABOVE → BELOW (the actor calls `low`).
/// Because `low` waits for ABOVE, it never overtakes `high`; because the sender looks at the depth
/// again when it has set ABOVE, a mailbox that was emptied meanwhile is not forgotten.
final class Pressure {

    private static final int BELOW = 0;
    private static final int RISING = 1;
    private static final int ABOVE = 2;

    private final ActorCell<?> cell;
    private final @Nullable Watermarks watermarks;
    private final AtomicInteger level = new AtomicInteger(BELOW);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final AtomicInteger waiting = new AtomicInteger();

    /// Id of the thread that runs the actor, or 0.
    private volatile long runner;

    Pressure(ActorCell<?> cell, @Nullable Watermarks watermarks) {
        this.cell = cell;
        this.watermarks = watermarks;
    }

    /// The calling thread begins a turn of the actor.
    void enter() {
        runner = Thread.currentThread().threadId();
    }

    void leave() {
        runner = 0;
    }

    /// Whether the calling thread is the one that would have to make room.
    boolean isInside() {
        return runner == Thread.currentThread().threadId();
    }

    /// Offers until there is room.
    ///
    /// @return `FULL` at the deadline, or when the thread was interrupted
    Offer offerWithin(Mailbox<Object> mailbox, Object item, Duration deadline) {
        long left = deadline.toNanos();
        lock.lock();
        try {
            waiting.incrementAndGet();
            while (true) {
                Offer offer = mailbox.offer(item);
                if (offer != Offer.FULL || left <= 0) {
                    return offer;
                }
                left = room.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Offer.FULL;
        } finally {
            waiting.decrementAndGet();
            lock.unlock();
        }
    }

    /// After a message was accepted.
    void accepted(Mailbox<Object> mailbox) {
        Watermarks marks = watermarks;
        if (marks == null || level.get() != BELOW) {
            return;
        }
        int depth = mailbox.depth();
        if (depth >= marks.high() && level.compareAndSet(BELOW, RISING)) {
            cell.system.counters().guarded(() -> marks.listener().high(cell, depth));
            level.set(ABOVE);
            if (mailbox.depth() <= marks.low()) {
                cell.control(new Control.Look());
            }
        }
    }

    /// After a batch, by the holder of the claim.
    void polled(Mailbox<Object> mailbox) {
        VarHandle.fullFence();
        int depth = mailbox.depth();
        if (waiting.get() > 0 && depth <= mailbox.capacity() / 2) {
            signalAll();
        }
        Watermarks marks = watermarks;
        if (marks != null && depth <= marks.low() && level.get() == ABOVE) {
            cell.system.counters().guarded(() -> marks.listener().low(cell, depth));
            level.set(BELOW);
            accepted(mailbox); // what came during the call found ABOVE and was silent
        }
    }

    /// The mailbox was closed: nobody needs to wait any more.
    void closed() {
        VarHandle.fullFence();
        if (waiting.get() > 0) {
            signalAll();
        }
    }

    private void signalAll() {
        lock.lock();
        try {
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
