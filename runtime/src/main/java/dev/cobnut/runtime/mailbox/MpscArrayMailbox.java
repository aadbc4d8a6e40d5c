package dev.cobnut.runtime.mailbox;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Many producers, one consumer, no lock, no allocation per message: a ring whose index is the word
/// that admits.
///
/// The word is that of [Admission]: closed, and the number of messages admitted. Here the number is
/// also the place: a producer that moves it from n to n + 1 owns slot n. So a message costs its
/// producer one atomic step. A queue behind an admission would assign the place a second time. The
/// consumer takes slot by slot and needs no atomic step.
///
/// A producer compares the word with `limit`, up to which it knows to have room, and reads the
/// consumer's counter only at the limit. (This is the producer limit of JCTools' `MpscArrayQueue`.)
///
/// Each counter has cache lines of its own ([PaddedCounter]). Without the padding every poll would
/// take the line with the word from the producers, and each offer would take it back. Speed is what
/// this mailbox is for; the others stay small instead.
final class MpscArrayMailbox<M> implements Mailbox<M> {

    private static final long CLOSED = Long.MIN_VALUE;
    private static final long ADMITTED = Long.MAX_VALUE;

    private final int capacity;
    private final int mask;
    private final AtomicReferenceArray<@Nullable M> slots;

    // written by producers
    private final Counter word = new PaddedCounter();
    private final Counter limit = new PaddedCounter();

    // written by the consumer
    private final Counter polled = new PaddedCounter();

    MpscArrayMailbox(int capacity) {
        this.capacity = MailboxKind.checkedCapacity(capacity);
        int size = Math.max(2, Integer.highestOneBit(capacity - 1) << 1);
        this.mask = size - 1;
        this.slots = new AtomicReferenceArray<>(size);
        this.limit.setPlain(capacity);
    }

    @Override
    public Offer offer(M message) {
        long seen;
        do {
            seen = word.get();
            if (seen < 0) {
                return Offer.CLOSED;
            }
            if (seen >= limit.getAcquire()) {
                long room = polled.get() + capacity;
                if (seen >= room) {
                    return Offer.FULL;
                }
                // an older limit may overwrite a newer one: it is too small then, never too large
                limit.setRelease(room);
            }
        } while (!word.compareAndSet(seen, seen + 1));
        slots.setRelease((int) seen & mask, message);
        return Offer.ACCEPTED;
    }

    @Override
    public @Nullable M poll() {
        long place = polled.getPlain();
        int slot = (int) place & mask;
        M message = slots.getAcquire(slot);
        for (int spins = 0; message == null; spins++) {
            if ((word.get() & ADMITTED) == place) {
                return null;
            }
            Admission.pause(spins);
            message = slots.getAcquire(slot);
        }
        slots.setPlain(slot, null);
        // the slot is empty before a producer can know that it may use it again
        polled.setRelease(place + 1);
        return message;
    }

    @Override
    public int depth() {
        long taken = polled.get();
        return (int) (accepted() - taken);
    }

    @Override
    public long accepted() {
        return word.get() & ADMITTED;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public void close() {
        word.setBits(CLOSED);
    }

    @Override
    public boolean closeIfEmpty() {
        long taken = polled.get();
        return word.compareAndSet(taken, taken | CLOSED) || word.get() == (taken | CLOSED);
    }
}
