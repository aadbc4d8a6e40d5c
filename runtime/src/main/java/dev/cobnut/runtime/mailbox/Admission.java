package dev.cobnut.runtime.mailbox;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A lock-free mailbox: a word that admits messages, in front of a queue that stores them.
///
/// # The word
///
/// ```text
///  63      62 … 0
///  closed  admitted: messages that were admitted since the beginning
/// ```
///
/// A producer admits itself by a compare-and-set of admitted to admitted + 1, and only then stores
/// its message. The consumer counts polled messages in a field of its own, `polled`, which needs no
/// atomic step because nobody else writes it. Depth is the difference.
///
/// One word holds the bound, the depth and the closing, so they have one order: an admission comes
/// before the closing or does not take place. [#closeIfEmpty] is a single compare-and-set. A
/// `closed` flag beside the queue could not give that order: a producer that has read false may
/// store its message after the consumer has found the closed mailbox empty.
///
/// `closeIfEmpty` reads `polled` = p and then sets the word from p to p + closed. If that succeeds,
/// p messages were admitted at that moment. `polled` was p too, because it never falls and never
/// exceeds the number admitted.
///
/// Between the admission and the store the queue is behind the word. A consumer that finds nothing
/// stored and a depth above 0 waits for that producer, as JCTools' own `poll` does. The producer
/// does nothing in between that could block.
abstract class Admission<M> implements Mailbox<M> {

    /// Spins before a waiting consumer gives its processor away: the producer has lost its
    /// processor.
    private static final int SPINS_MAX = 100;

    private static final long PAUSE_NANOS = 1_000;

    private static final long CLOSED = Long.MIN_VALUE;
    private static final long ADMITTED = Long.MAX_VALUE;

    private static final VarHandle WORD;
    private static final VarHandle POLLED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WORD = lookup.findVarHandle(Admission.class, "word", long.class);
            POLLED = lookup.findVarHandle(Admission.class, "polled", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int capacity;
    private volatile long word;
    private volatile long polled;

    Admission(int capacity) {
        this.capacity = MailboxKind.checkedCapacity(capacity);
    }

    /// Stores an admitted message; may throw when there is no memory.
    abstract void store(M message);

    /// The next stored message, or null.
    abstract @Nullable M take();

    /// Depth below which this message is admitted.
    int roomFor(M message) {
        return capacity;
    }

    @Override
    public final Offer offer(M message) {
        int room = roomFor(message);
        long seen;
        do {
            seen = word;
            if (seen < 0) {
                return Offer.CLOSED;
            }
            if (seen - polled >= room) {
                return Offer.FULL;
            }
        } while (!WORD.compareAndSet(this, seen, seen + 1));
        boolean stored = false;
        try {
            store(message);
            stored = true;
        } finally {
            if (!stored) {
                // the place is given back, or the consumer would wait for it
                WORD.getAndAdd(this, -1L);
            }
        }
        return Offer.ACCEPTED;
    }

    @Override
    public final @Nullable M poll() {
        M message = take();
        for (int spins = 0; message == null; spins++) {
            if (depth() == 0) {
                return null;
            }
            pause(spins);
            message = take();
        }
        POLLED.setRelease(this, (long) POLLED.get(this) + 1);
        return message;
    }

    @Override
    public final int depth() {
        // polled first: a poll in between only makes the depth larger than it is
        long taken = polled;
        return (int) Math.min((word & ADMITTED) - taken, Integer.MAX_VALUE);
    }

    @Override
    public final long accepted() {
        return word & ADMITTED;
    }

    @Override
    public final int capacity() {
        return capacity;
    }

    @Override
    public final void close() {
        WORD.getAndBitwiseOr(this, CLOSED);
    }

    @Override
    public final boolean closeIfEmpty() {
        long taken = polled;
        return WORD.compareAndSet(this, taken, taken | CLOSED) || word == (taken | CLOSED);
    }

    static void pause(int spins) {
        if (spins < SPINS_MAX) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
