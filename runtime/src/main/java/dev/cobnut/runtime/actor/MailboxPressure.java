package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.mailbox.Mailbox;
import dev.cobnut.runtime.mailbox.Mailbox.Offer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Blocked senders and watermarks of a mailbox. Only actors whose backpressure blocks
/// ([dev.cobnut.runtime.mailbox.Backpressure.Block]) or that have watermarks have one.
///
/// # Waiting for room
///
/// A sender counts itself in `waiting`, tries once more, and waits for a signal. The actor polls a
/// batch, executes a full fence, and reads `waiting`. At least one of the two sees the other. The
/// actor signals when the mailbox is half empty, or at the end of a turn, when it is empty. A
/// wake-up per message would make sender and actor alternate.
///
/// The first sender that waits makes the lock (`room`), because most mailboxes are never full.
///
/// # Watermarks
///
/// `level` goes BELOW → RISING (a sender calls `high`) → ABOVE → BELOW (the actor calls `low`).
/// `low` needs ABOVE, so it never overtakes `high`. The sender reads the depth again after it has
/// set ABOVE, so it notices a mailbox that was emptied in between.
final class MailboxPressure {

    private static final int BELOW = 0;
    private static final int RISING = 1;
    private static final int ABOVE = 2;

    private static final VarHandle LEVEL;
    private static final VarHandle WAITING;
    private static final VarHandle ROOM;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            LEVEL = lookup.findVarHandle(MailboxPressure.class, "level", int.class);
            WAITING = lookup.findVarHandle(MailboxPressure.class, "waiting", int.class);
            ROOM = lookup.findVarHandle(MailboxPressure.class, "room", Room.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// The lock and the condition of waiting senders.
    private static final class Room {
        final ReentrantLock lock = new ReentrantLock();
        final Condition free = lock.newCondition();
    }

    private final ActorCell<?> cell;
    private final MailboxSpec.@Nullable Watermarks watermarks;
    private volatile int level;

    /// Senders that wait or are about to.
    private volatile int waiting;

    private volatile @Nullable Room room;

    /// Id of the thread that runs the actor, or 0.
    private volatile long runner;

    MailboxPressure(ActorCell<?> cell, MailboxSpec.@Nullable Watermarks watermarks) {
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

    /// True when the calling thread is the one that would have to make room.
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
        MailboxSpec.Watermarks marks = watermarks;
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
        MailboxSpec.Watermarks marks = watermarks;
        if (marks != null && depth <= marks.low() && level == ABOVE) {
            cell.system.counters().guarded(() -> marks.listener().low(cell, depth));
            level = BELOW;
            accepted(mailbox); // senders during the call found ABOVE and did nothing
        }
    }

    /// The mailbox was closed: senders stop waiting.
    void closed() {
        VarHandle.fullFence();
        if (waiting > 0) {
            signalAll();
        }
    }

    /// Only called when a sender waits, which has made the room.
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
