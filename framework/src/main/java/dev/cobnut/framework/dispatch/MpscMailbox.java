package dev.cobnut.framework.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.atomic.unpadded.MpscUnboundedAtomicUnpaddedArrayQueue;
import org.jspecify.annotations.Nullable;

/// Many producers, one consumer, no lock: a word that admits, in front of a JCTools queue that
/// stores.
///
/// # The word
///
/// ```text
///  31      30 … 0
///  closed  depth: messages that were admitted and not polled
/// ```
///
/// A producer admits itself by a compare-and-set of depth to depth + 1, and only then puts its
/// message into the queue. Because the bound, the depth and the closing live in one word, they have
/// one order: an admission comes before the closing or does not take place, and [#closeIfEmpty] is
/// a single compare-and-set from 0. A `closed` flag beside the queue could not do that: a producer
/// that has read it as false may still put its message in after the consumer has found the closed
/// mailbox empty.
///
/// Between the admission and the put the queue is behind the word. A consumer that finds the queue
/// empty and the depth above 0 waits for that producer, as JCTools' own `poll` does for a producer
/// that has claimed a slot; a producer does nothing in between that could block.
///
/// # The queue
///
/// There is one mailbox per busy entity, thousands of them, so memory counts more than the last
/// nanosecond: the unpadded variant (no cache lines of padding), in chunks of [#CHUNK] that are
/// linked as the queue grows; the word keeps it bounded. The `atomic` variant does without
/// `sun.misc.Unsafe`, whose memory access is to be removed from the JDK (JEP 471, JEP 498).
final class MpscMailbox<M> implements Mailbox<M> {

    /// Messages per linked chunk.
    private static final int CHUNK = 8;

    /// Spins before a waiting consumer gives its processor away: the producer has lost its own.
    private static final int SPINS_MAX = 100;

    private static final long PAUSE_NANOS = 1_000;

    private static final int CLOSED = Integer.MIN_VALUE;
    private static final int DEPTH = Integer.MAX_VALUE;

    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(MpscMailbox.class, "word", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int capacity;
    private final MpscUnboundedAtomicUnpaddedArrayQueue<M> queue;
    private volatile int word;

    MpscMailbox(int capacity) {
        this.capacity = MailboxKind.checkedCapacity(capacity);
        this.queue = new MpscUnboundedAtomicUnpaddedArrayQueue<>(CHUNK);
    }

    @Override
    public Offer offer(M message) {
        int seen;
        do {
            seen = word;
            if (seen < 0) {
                return Offer.CLOSED;
            }
            if (seen >= capacity) {
                return Offer.FULL;
            }
        } while (!WORD.compareAndSet(this, seen, seen + 1));
        boolean put = false;
        try {
            put = queue.offer(message);
        } finally {
            if (!put) {
                // no memory for another chunk: the place is given back, or the consumer would wait
                leave();
            }
        }
        return Offer.ACCEPTED;
    }

    @Override
    public @Nullable M poll() {
        M message = queue.poll();
        for (int spins = 0; message == null; spins++) {
            if (depth() == 0) {
                return null;
            }
            if (spins < SPINS_MAX) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
            message = queue.poll();
        }
        leave();
        return message;
    }

    @Override
    public int depth() {
        return word & DEPTH;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public void close() {
        WORD.getAndBitwiseOr(this, CLOSED);
    }

    @Override
    public boolean closeIfEmpty() {
        return WORD.compareAndSet(this, 0, CLOSED) || word == CLOSED;
    }

    private void leave() {
        WORD.getAndAdd(this, -1);
    }
}
