package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.mailbox.Mailbox;
import dev.cobnut.runtime.mailbox.Offer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
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
/// The lock (`room`) is made by the first sender that waits: most mailboxes are never full.
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

    private static final VarHandle LEVEL;
    private static final VarHandle WAITING;
    private static final VarHandle ROOM;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            LEVEL = lookup.findVarHandle(Pressure.class, "level", int.class);
            WAITING = lookup.findVarHandle(Pressure.class, "waiting", int.class);
            ROOM = lookup.findVarHandle(Pressure.class, "room", Room.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// Where senders wait.
    private static final class Room {
        final ReentrantLock lock = new ReentrantLock();
        final Condition free = lock.newCondition();
    }

    private final ActorCell<?> cell;
    private final @Nullable Watermarks watermarks;
    private volatile int level;

    /// Senders that wait, or are about to.
    private volatile int waiting;

    private volatile @Nullable Room room;

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
        Room where = roomOrNew();
        where.lock.lock();
        try {
            WAITING.getAndAdd(this, 1);
            while (true) {
                Offer offer = mailbox.offer(item);
                if (offer != Offer.FULL || left <= 0) {
                    return offer;
                }
                left = where.free.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Offer.FULL;
        } finally {
            WAITING.getAndAdd(this, -1);
            where.lock.unlock();
        }
    }

    private Room roomOrNew() {
        Room known = room;
        if (known != null) {
            return known;
        }
        Room fresh = new Room();
        Room before = (Room) ROOM.compareAndExchange(this, null, fresh);
        return before == null ? fresh : before;
    }

    /// After a message was accepted.
    void accepted(Mailbox<Object> mailbox) {
        Watermarks marks = watermarks;
        if (marks == null || level != BELOW) {
            return;
        }
        int depth = mailbox.depth();
        if (depth >= marks.high() && LEVEL.compareAndSet(this, BELOW, RISING)) {
            cell.system.counters().guarded(() -> marks.listener().high(cell, depth));
            level = ABOVE;
            if (mailbox.depth() <= marks.low()) {
                cell.control(new Control.Look());
            }
        }
    }

    /// After a batch, by the holder of the claim.
    void polled(Mailbox<Object> mailbox) {
        VarHandle.fullFence();
        int depth = mailbox.depth();
        if (waiting > 0 && depth <= mailbox.capacity() / 2) {
            signalAll();
        }
        Watermarks marks = watermarks;
        if (marks != null && depth <= marks.low() && level == ABOVE) {
            cell.system.counters().guarded(() -> marks.listener().low(cell, depth));
            level = BELOW;
            accepted(mailbox); // what came during the call found ABOVE and was silent
        }
    }

    /// The mailbox was closed: nobody needs to wait any more.
    void closed() {
        VarHandle.fullFence();
        if (waiting > 0) {
            signalAll();
        }
    }

    /// Somebody waits, and has therefore made the room before.
    private void signalAll() {
        Room where = roomOrNew();
        where.lock.lock();
        try {
            where.free.signalAll();
        } finally {
            where.lock.unlock();
        }
    }
}
