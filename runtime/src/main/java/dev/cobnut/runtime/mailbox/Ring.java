package dev.cobnut.runtime.mailbox;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// One of the rings of a [MpscMailbox]: places for messages, and the two counters that say which of
/// them are taken.
///
/// ```text
///  word:   63      62      61 … 0
///          closed  sealed  messages admitted to the mailbox since its beginning
///  polled: messages polled from the mailbox since its beginning, kept by the ring that is read
/// ```
///
/// A ring is sealed at a number of messages, and from then on its word does not change: what comes
/// later is in the `next` one, whose word begins with that number.
class Ring {

    static final long CLOSED = Long.MIN_VALUE;
    static final long SEALED = 1L << 62;
    static final long ADMITTED = SEALED - 1;

    /// Of a ring that is linked, while the one before it is not sealed.
    private static final long NOT_YET = CLOSED | SEALED;

    static final VarHandle WORD;
    static final VarHandle LIMIT;
    static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WORD = lookup.findVarHandle(Ring.class, "word", long.class);
            LIMIT = lookup.findVarHandle(Ring.class, "limit", long.class);
            NEXT = lookup.findVarHandle(Ring.class, "next", Ring.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    volatile long word;

    /// Number of admissions up to which there is known to be room.
    long limit;

    volatile @Nullable Ring next;

    final @Nullable Object[] places;
    final Reader reader;

    private Ring(int size, long word, Reader reader) {
        this.places = new Object[size];
        this.word = word;
        this.reader = reader;
    }

    /// The first one, which is small.
    static Ring first(int size) {
        return new Ring(size, 0, new Reader());
    }

    final int place(long number) {
        return (int) number & (places.length - 1);
    }

    /// The next one, made when it is not there. Does not seal.
    final Ring linked(int size) {
        Ring known = next;
        if (known != null) {
            return known;
        }
        Ring fresh = new Grown(size);
        Ring before = (Ring) NEXT.compareAndExchange(this, null, fresh);
        return before == null ? fresh : before;
    }

    /// The one after a sealed one. Whoever comes first sets its word.
    final Ring afterSeal() {
        Ring following = next;
        if (following == null) {
            throw new IllegalStateException("a ring was sealed before the next one was linked");
        }
        if (following.word == NOT_YET) {
            boolean _ = WORD.compareAndSet(following, NOT_YET, word & ADMITTED);
        }
        return following;
    }

    /// A ring that is large enough for padding not to count: its counters are written all the time,
    /// by different processors.
    @SuppressWarnings("UnusedVariable") // padding is not read
    private static final class Grown extends Ring {
        long after00;
        long after01;
        long after02;
        long after03;
        long after04;
        long after05;
        long after06;
        long after07;
        long after08;
        long after09;
        long after10;
        long after11;
        long after12;
        long after13;
        long after14;
        long after15;

        Grown(int size) {
            super(size, NOT_YET, new GrownReader());
        }
    }

    /// What the consumer writes, in an object of its own.
    static class Reader {

        static final VarHandle POLLED;

        static {
            try {
                POLLED = MethodHandles.lookup().findVarHandle(Reader.class, "polled", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        volatile long polled;
    }

    /// The reader of a [Grown] ring.
    @SuppressWarnings("UnusedVariable") // padding is not read
    private static final class GrownReader extends Reader {
        long after00;
        long after01;
        long after02;
        long after03;
        long after04;
        long after05;
        long after06;
        long after07;
        long after08;
        long after09;
        long after10;
        long after11;
        long after12;
        long after13;
        long after14;
        long after15;
    }
}
