package dev.cobnut.runtime.mailbox;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// One of the rings of a [MpscMailbox]: places for messages, and two counters that tell which
/// places are taken.
///
/// ```text
///  admitted:  63      62      61 … 0
///             closed  sealed  messages admitted to the mailbox since its creation
///  polled:    messages polled from the mailbox since its creation, kept by the ring that is read
/// ```
///
/// A ring is sealed at a number of messages. From then on its word `admitted` does not change:
/// later messages go to the `next` ring, whose word begins with that number.
///
/// The first ring is small and is its own counter of admissions, because most mailboxes never need
/// another one. The counters of larger rings are padded: different processors write them all the
/// time.
final class Ring extends Counter {

    static final long CLOSED = Long.MIN_VALUE;
    static final long SEALED = 1L << 62;
    static final long ADMITTED = SEALED - 1;

    /// The word of a linked ring until the ring before it is sealed.
    private static final long NOT_YET = CLOSED | SEALED;

    static final VarHandle LIMIT;
    static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            LIMIT = lookup.findVarHandle(Ring.class, "limit", long.class);
            NEXT = lookup.findVarHandle(Ring.class, "next", Ring.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Counter admitted;
    final Counter polled;
    final @Nullable Object[] places;

    /// Number of admissions up to which there is known to be room.
    long limit;

    private volatile @Nullable Ring next;

    private Ring(int size, boolean first) {
        this.places = new Object[size];
        this.admitted = first ? this : new PaddedCounter();
        this.polled = first ? new Counter() : new PaddedCounter();
        this.admitted.setPlain(first ? 0 : NOT_YET);
    }

    /// The small ring of a new mailbox.
    static Ring first(int size) {
        return new Ring(size, true);
    }

    int place(long number) {
        return (int) number & (places.length - 1);
    }

    /// Links the next ring if there is none. Does not seal.
    void link(int size) {
        if (next == null) {
            boolean _ = NEXT.compareAndSet(this, null, new Ring(size, false));
        }
    }

    /// The ring after this sealed one. The first caller sets its word.
    Ring afterSeal() {
        Ring following = next;
        if (following == null) {
            throw new IllegalStateException("a ring was sealed before the next one was linked");
        }
        if (following.admitted.get() == NOT_YET) {
            boolean _ = following.admitted.compareAndSet(NOT_YET, admitted.get() & ADMITTED);
        }
        return following;
    }
}
