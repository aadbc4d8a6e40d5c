package dev.cobnut.framework.durable;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.runtime.actor.ActorRef;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// The shared state of the senders and the actor of one mailbox.
final class Backlog {

    private final StreamId stream;
    private final AtomicLong pending;
    private final AtomicBoolean awake = new AtomicBoolean();
    private final LongAdder recordingErrors = new LongAdder();

    /// Sequence numbers that were not handled when the mailbox was opened, ascending. The numbers
    /// between them were handled by an earlier run. All numbers after the last one are new.
    private final long[] leftOver;

    /// Index of the first of them that this run has not dealt with. Only the actor uses it.
    private int next;

    /// Sequence number of the last message that the actor has dealt with. Only the actor uses it.
    private long cursor;

    /// @param leftOver ascending, with at least the mark of this run, which is the last
    /// @param pending messages among them
    Backlog(StreamId stream, long[] leftOver, long pending) {
        this.stream = stream;
        this.leftOver = leftOver;
        this.pending = new AtomicLong(pending);
    }

    StreamId stream() {
        return stream;
    }

    boolean admit(long max) {
        if (pending.incrementAndGet() <= max) {
            return true;
        }
        withdraw();
        return false;
    }

    void withdraw() {
        pending.decrementAndGet();
    }

    void handled() {
        pending.decrementAndGet();
    }

    long pending() {
        return pending.get();
    }

    /// The number after which the actor reads.
    long cursor() {
        return next < leftOver.length ? Math.max(cursor, leftOver[next] - 1) : cursor;
    }

    /// False for an event that an earlier run has handled.
    boolean isUnhandled(long sequence) {
        return next == leftOver.length || leftOver[next] == sequence;
    }

    void moveTo(long sequence) {
        cursor = sequence;
        if (next < leftOver.length && leftOver[next] <= sequence) {
            next++;
        }
    }

    void recordingFailed() {
        recordingErrors.increment();
    }

    long recordingErrors() {
        return recordingErrors.sum();
    }

    /// Queues a wake-up, unless one is queued already.
    void wake(ActorRef<WakeUp> actor) {
        if (!awake.get() && awake.compareAndSet(false, true)) {
            actor.tell(WakeUp.MESSAGES_STORED);
        }
    }

    /// Called before the actor reads the journal. A message that is stored from now on wakes it
    /// again.
    void looking() {
        awake.set(false);
    }
}
