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

    /// Sequence number of the last handled message. Only the actor uses it.
    private long cursor;

    Backlog(StreamId stream, long cursor, long pending) {
        this.stream = stream;
        this.cursor = cursor;
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

    void handled(int messages) {
        pending.addAndGet(-messages);
    }

    long pending() {
        return pending.get();
    }

    long cursor() {
        return cursor;
    }

    void moveTo(long sequence) {
        cursor = sequence;
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
