package dev.cobnut.framework.durable;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.runtime.actor.ActorRef;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// What senders and the actor of one mailbox share.
final class Backlog {

    private final StreamId stream;
    private final AtomicLong pending;
    private final AtomicBoolean awake = new AtomicBoolean();
    private final LongAdder recordingErrors = new LongAdder();

    /// Sequence number of the last message that was handled; only by the actor.
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

    /// One wake-up is enough: it is queued until the actor says that it looks.
    void wake(ActorRef<Wake> actor) {
        if (!awake.get() && awake.compareAndSet(false, true)) {
            actor.tell(Wake.LOOK);
        }
    }

    /// Before the actor reads the journal: what is stored from now on wakes it again.
    void looking() {
        awake.set(false);
    }
}
