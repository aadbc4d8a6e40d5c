package dev.cobnut.runtime.mailbox;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Many producers, one consumer, no lock, nothing allocated per message: a ring whose index is the
/// word that admits.
///
/// The word is that of [Admission]: closed, and the number of messages admitted. Here the number is
/// also the place: who moves it from n to n + 1 owns slot n, so that a message costs its producer
/// one atomic step, where a queue behind an admission would hand out the place a second time. The
/// consumer takes slot by slot and costs none.
///
/// A producer compares the word with `limit`, up to which it knows to have room, and looks at the
/// consumer's counter only when it gets there. (The producer limit of JCTools' `MpscArrayQueue`.)
///
/// ```text
///   written by producers │ 128 bytes │ written by the consumer │ 128 bytes │ never written
///     word, limit        │  padding  │   polled                │  padding  │ capacity, slots
/// ```
///
/// Without the padding every poll would take the line with the word from the producers, and they
/// from the consumer. It is what this mailbox is for; the others stay small instead.
final class MpscArrayMailbox<M> extends MpscArrayConsumer implements Mailbox<M> {

    private static final long CLOSED = Long.MIN_VALUE;
    private static final long ADMITTED = Long.MAX_VALUE;

    private static final VarHandle WORD;
    private static final VarHandle LIMIT;
    private static final VarHandle POLLED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WORD = lookup.findVarHandle(MpscArrayProducers.class, "word", long.class);
            LIMIT = lookup.findVarHandle(MpscArrayProducers.class, "limit", long.class);
            POLLED = lookup.findVarHandle(MpscArrayConsumer.class, "polled", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int capacity;
    private final int mask;
    private final AtomicReferenceArray<@Nullable M> slots;

    MpscArrayMailbox(int capacity) {
        this.capacity = MailboxKind.checkedCapacity(capacity);
        int size = Math.max(2, Integer.highestOneBit(capacity - 1) << 1);
        this.mask = size - 1;
        this.slots = new AtomicReferenceArray<>(size);
        this.limit = capacity;
    }

    @Override
    public Offer offer(M message) {
        long seen;
        do {
            seen = word;
            if (seen < 0) {
                return Offer.CLOSED;
            }
            if (seen >= (long) LIMIT.getAcquire(this)) {
                long room = polled + capacity;
                if (seen >= room) {
                    return Offer.FULL;
                }
                // an older limit may overwrite a newer one: it is too small then, never too large
                LIMIT.setRelease(this, room);
            }
        } while (!WORD.compareAndSet(this, seen, seen + 1));
        slots.setRelease((int) seen & mask, message);
        return Offer.ACCEPTED;
    }

    @Override
    public @Nullable M poll() {
        long place = (long) POLLED.get(this);
        int slot = (int) place & mask;
        M message = slots.getAcquire(slot);
        for (int spins = 0; message == null; spins++) {
            if ((word & ADMITTED) == place) {
                return null;
            }
            Admission.pause(spins);
            message = slots.getAcquire(slot);
        }
        slots.setPlain(slot, null);
        // the slot is empty before a producer can know that it may use it again
        POLLED.setRelease(this, place + 1);
        return message;
    }

    @Override
    public int depth() {
        long taken = polled;
        return (int) ((word & ADMITTED) - taken);
    }

    @Override
    public long accepted() {
        return word & ADMITTED;
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
        long taken = polled;
        return WORD.compareAndSet(this, taken, taken | CLOSED) || word == (taken | CLOSED);
    }
}
