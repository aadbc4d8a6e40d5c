package dev.cobnut.runtime.mailbox;

import org.jspecify.annotations.Nullable;

/// Many producers, one consumer, no lock: a ring that is small at first and grows with the messages
/// that wait in it, up to the capacity.
///
/// Most mailboxes hold a message or two all their life, and there are many of them, so the first
/// ring has [#FIRST] places. A mailbox that was fuller once is likely to be again, so it keeps the
/// ring that it has grown to. From then on a message costs no allocation. Within a ring everything
/// is as in [MpscArrayMailbox]: the word that admits a message also gives its place.
///
/// # How it grows
///
/// ```text
///          sealed at 8            sealed at 200
///   ring of 8 ──► ring of 128 ──► ring of 1 024 = capacity
///      ▲ out: the consumer is still here  ▲ in: producers are here
/// ```
///
/// A producer that finds a ring full links a larger one and seals the full one, by a
/// compare-and-set of the word from n to n + sealed. Sealing and admissions have one order, as
/// closing and admissions have. So n messages are in this ring and those before it. All others come
/// later and go to the next ring, whose word begins at n. The number of a message therefore gives
/// its place in every ring, and the consumer goes on to the next ring when it has polled n.
///
/// The capacity holds over all rings, because the numbers go on: message n is admitted when n minus
/// polled is below the capacity.
final class MpscMailbox<M> implements Mailbox<M> {

    /// Places of the first ring.
    static final int FIRST = 8;

    /// The next ring is so many times larger: two steps lead to the default capacity.
    private static final int GROWTH = 16;

    /// Largest ring. More messages would need a heap of many gigabytes.
    private static final int MAX = 1 << 30;

    private final int capacity;

    /// Where producers begin to look. The open ring is this one or a later one.
    private volatile Ring in;

    /// The ring that the consumer reads. Only the consumer writes it.
    private volatile Ring out;

    MpscMailbox(int capacity) {
        this(capacity, FIRST);
    }

    /// @param first places of the first ring, a power of two
    MpscMailbox(int capacity, int first) {
        this.capacity = MailboxKind.checkedCapacity(capacity);
        this.in = Ring.first(Math.min(first, sizeMax()));
        this.out = in;
    }

    @Override
    public Offer offer(M message) {
        Ring ring = in;
        while (true) {
            Counter admitted = ring.admitted;
            long seen = admitted.get();
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
            if (admitted.compareAndSet(seen, seen + 1)) {
                Ring.PLACE.setRelease(ring.places, ring.place(seen), message);
                return Offer.ACCEPTED;
            }
        }
    }

    /// Seals the ring if it is as full as before; otherwise the caller looks again.
    private void grow(Ring ring, long seen) {
        ring.link((int) Math.min((long) ring.places.length * GROWTH, sizeMax()));
        boolean _ = ring.admitted.compareAndSet(seen, seen | Ring.SEALED);
    }

    /// From a sealed ring to the next one.
    @SuppressWarnings("ReferenceEquality") // this ring, not one like it
    private Ring follow(Ring sealed) {
        Ring following = sealed.afterSeal();
        if (in == sealed) {
            // a late write may set it back, but only to a sealed ring, which leads on to the open
            // one
            in = following;
        }
        return following;
    }

    @Override
    @SuppressWarnings("unchecked") // offer stores only messages
    public @Nullable M poll() {
        Ring ring = out;
        long number = ring.polled.getPlain();
        Object message = Ring.PLACE.getAcquire(ring.places, ring.place(number));
        for (int spins = 0; message == null; spins++) {
            long word = ring.admitted.get();
            if ((word & Ring.ADMITTED) != number) {
                // admitted and not stored yet
                Admission.pause(spins);
            } else if ((word & Ring.SEALED) == 0) {
                return null;
            } else {
                ring = ring.afterSeal();
                ring.polled.setRelease(number);
                out = ring;
            }
            message = Ring.PLACE.getAcquire(ring.places, ring.place(number));
        }
        Ring.PLACE.set(ring.places, ring.place(number), (Object) null);
        // the place is empty before a producer can know that it may use it again
        ring.polled.setRelease(number + 1);
        return (M) message;
    }

    private long polled() {
        return out.polled.get();
    }

    /// The last ring, which was not sealed when it was looked at.
    private Ring last() {
        Ring ring = in;
        while ((ring.admitted.get() & Ring.SEALED) != 0) {
            ring = follow(ring);
        }
        return ring;
    }

    @Override
    public int depth() {
        // polled first: a poll in between only makes the depth larger than it is
        long taken = polled();
        return (int) Math.min(accepted() - taken, Integer.MAX_VALUE);
    }

    @Override
    public long accepted() {
        // the number is right even if the ring was sealed in between
        return last().admitted.get() & Ring.ADMITTED;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public void close() {
        Ring ring;
        do {
            ring = last();
        } while (!closed(ring, ring.admitted.get()));
    }

    @Override
    public boolean closeIfEmpty() {
        long taken = polled();
        while (true) {
            Ring ring = last();
            long seen = ring.admitted.get();
            if ((seen & Ring.ADMITTED) != taken) {
                return false;
            }
            if (closed(ring, seen)) {
                return true;
            }
        }
    }

    /// Closes a ring.
    ///
    /// @return false when its word has changed in between
    private static boolean closed(Ring ring, long seen) {
        return seen < 0
                || ((seen & Ring.SEALED) == 0
                        && ring.admitted.compareAndSet(seen, seen | Ring.CLOSED));
    }

    private int sizeMax() {
        return capacity == 1 ? 1 : Integer.highestOneBit(Math.min(capacity - 1, MAX - 1)) << 1;
    }
}
