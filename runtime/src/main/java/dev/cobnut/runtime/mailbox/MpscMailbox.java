package dev.cobnut.runtime.mailbox;

import org.jspecify.annotations.Nullable;

/// Many producers, one consumer, no lock: a ring that is small at first and grows with what waits
/// in it, up to the capacity.
///
/// Most mailboxes hold a message or two all their life, and there are many of them; so the first
/// ring has [#FIRST] places. A mailbox that was fuller once is likely to be again, and keeps the
/// ring that it has: once it has grown, a message costs no allocation. Within a ring everything is
/// as in [MpscArrayMailbox]: the word that admits is the place.
///
/// # How it grows
///
/// ```text
///          sealed at 8            sealed at 200
///   ring of 8 ──► ring of 128 ──► ring of 1 024 = capacity
///      ▲ out: the consumer is here yet  ▲ in: producers are here
/// ```
///
/// A producer that finds a ring full links a larger one and seals the full one, by a
/// compare-and-set of the word from n to n + sealed. That has the same order with admissions as
/// closing has: n messages are in this ring and those before it, all others come later and go to
/// the next ring, whose word begins at n. So the number of a message says its place in every ring,
/// and the consumer goes on to the next ring when it has polled n.
///
/// The capacity is kept over all rings, because the numbers go on: a message n is admitted when n
/// less polled is below the capacity.
final class MpscMailbox<M> implements Mailbox<M> {

    /// Places at first.
    static final int FIRST = 8;

    /// How many times as large the next ring is: two steps to the default capacity.
    private static final int GROWTH = 16;

    /// Largest ring. More messages would need a heap of many gigabytes.
    private static final int MAX = 1 << 30;

    private final int capacity;

    /// Where producers begin to look; the ring that is not sealed is this one or after it.
    private volatile Ring in;

    /// The ring that the consumer reads; written by the consumer only.
    private volatile Ring out;

    MpscMailbox(int capacity) {
        this(capacity, FIRST);
    }

    /// @param first places at first, a power of two
    MpscMailbox(int capacity, int first) {
        this.capacity = MailboxKind.checkedCapacity(capacity);
        this.in = Ring.first(Math.min(first, sizeMax()));
        this.out = in;
    }

    @Override
    public Offer offer(M message) {
        Ring ring = in;
        while (true) {
            long seen = ring.word;
            if (seen < 0) {
                return Offer.CLOSED;
            }
            // the seal is a large number: a sealed ring is beyond every limit
            if (seen >= (long) Ring.LIMIT.getAcquire(ring)) {
                if ((seen & Ring.SEALED) != 0) {
                    ring = follow(ring);
                    continue;
                }
                long room = polled() + Math.min(ring.places.length, capacity);
                if (seen >= room) {
                    if (ring.places.length >= sizeMax()) {
                        return Offer.FULL;
                    }
                    grow(ring, seen);
                    continue;
                }
                // an older limit may overwrite a newer one: it is too small then, never too large
                Ring.LIMIT.setRelease(ring, room);
            }
            if (Ring.WORD.compareAndSet(ring, seen, seen + 1)) {
                Ring.PLACE.setRelease(ring.places, ring.place(seen), message);
                return Offer.ACCEPTED;
            }
        }
    }

    /// Only who finds the ring as full as before seals it; others look again.
    private void grow(Ring ring, long seen) {
        long larger = Math.min((long) ring.places.length * GROWTH, sizeMax());
        Ring _ = ring.linked((int) larger);
        boolean _ = Ring.WORD.compareAndSet(ring, seen, seen | Ring.SEALED);
    }

    /// From a sealed ring to the next one.
    @SuppressWarnings("ReferenceEquality") // this ring, not one like it
    private Ring follow(Ring sealed) {
        Ring following = sealed.afterSeal();
        if (in == sealed) {
            // who comes late must not turn it back: the one before it is sealed too
            in = following;
        }
        return following;
    }

    @Override
    @SuppressWarnings("unchecked") // what offer has put in
    public @Nullable M poll() {
        Ring ring = out;
        long number = (long) Ring.Reader.POLLED.get(ring.reader);
        Object message = Ring.PLACE.getAcquire(ring.places, ring.place(number));
        for (int spins = 0; message == null; spins++) {
            long word = ring.word;
            if ((word & Ring.ADMITTED) != number) {
                // admitted and not stored yet
                Admission.pause(spins);
            } else if ((word & Ring.SEALED) == 0) {
                return null;
            } else {
                ring = ring.afterSeal();
                Ring.Reader.POLLED.setRelease(ring.reader, number);
                out = ring;
            }
            message = Ring.PLACE.getAcquire(ring.places, ring.place(number));
        }
        Ring.PLACE.set(ring.places, ring.place(number), (Object) null);
        // the place is empty before a producer can know that it may use it again
        Ring.Reader.POLLED.setRelease(ring.reader, number + 1);
        return (M) message;
    }

    private long polled() {
        return out.reader.polled;
    }

    /// The ring that is not sealed, and what its word was.
    private Ring last() {
        Ring ring = in;
        while ((ring.word & Ring.SEALED) != 0) {
            ring = follow(ring);
        }
        return ring;
    }

    @Override
    public int depth() {
        // polled first: what is polled in between only makes the depth larger than it is
        long taken = polled();
        return (int) Math.min(accepted() - taken, Integer.MAX_VALUE);
    }

    @Override
    public long accepted() {
        // sealed meanwhile or not: so many had been admitted when it was looked at
        return last().word & Ring.ADMITTED;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public void close() {
        while (true) {
            Ring ring = last();
            long seen = ring.word;
            if (seen < 0
                    || ((seen & Ring.SEALED) == 0
                            && Ring.WORD.compareAndSet(ring, seen, seen | Ring.CLOSED))) {
                return;
            }
        }
    }

    @Override
    public boolean closeIfEmpty() {
        long taken = polled();
        while (true) {
            Ring ring = last();
            long seen = ring.word;
            if ((seen & Ring.ADMITTED) != taken) {
                return false;
            }
            if (seen < 0
                    || ((seen & Ring.SEALED) == 0
                            && Ring.WORD.compareAndSet(ring, seen, seen | Ring.CLOSED))) {
                return true;
            }
        }
    }

    private int sizeMax() {
        return capacity == 1 ? 1 : Integer.highestOneBit(Math.min(capacity - 1, MAX - 1)) << 1;
    }
}
