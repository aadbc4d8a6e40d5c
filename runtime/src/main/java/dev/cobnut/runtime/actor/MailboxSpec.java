package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.mailbox.MailboxKind;
import dev.cobnut.runtime.mailbox.Workload;
import org.jspecify.annotations.Nullable;

/// The mailbox of an actor: which kind, how long, and what happens when it is full.
///
/// @param capacity messages that may wait; of no meaning for [MailboxKind#MPSC_UNBOUNDED]
/// @param watermarks null when nobody wants to know
public record MailboxSpec(
        MailboxKind kind,
        int capacity,
        Backpressure backpressure,
        @Nullable Watermarks watermarks) {

    /// Largest bounded mailbox: whoever needs more has a batch, or no bound.
    public static final int CAPACITY_MAX = 1 << 20;

    public MailboxSpec {
        if (capacity < 1 || capacity > CAPACITY_MAX) {
            throw new IllegalArgumentException(
                    "the capacity must be from 1 to "
                            + CAPACITY_MAX
                            + " messages, but was "
                            + capacity);
        }
        if (backpressure instanceof Backpressure.DropOldest && kind != MailboxKind.LINKED) {
            throw new IllegalArgumentException(
                    "only a LINKED mailbox can drop its oldest message, but the kind is "
                            + kind
                            + ": a sender cannot take from the front of the others");
        }
    }

    /// The default for a workload; a full mailbox rejects.
    public static MailboxSpec of(Workload workload) {
        return of(workload.kind(), workload.capacity());
    }

    /// A full mailbox rejects.
    public static MailboxSpec of(MailboxKind kind, int capacity) {
        return new MailboxSpec(kind, capacity, new Backpressure.Reject(), null);
    }

    /// Without a bound, for senders that are bounded themselves.
    public static MailboxSpec unbounded() {
        return of(MailboxKind.MPSC_UNBOUNDED, CAPACITY_MAX);
    }

    public MailboxSpec withBackpressure(Backpressure other) {
        return new MailboxSpec(kind, capacity, other, watermarks);
    }

    public MailboxSpec withWatermarks(int high, int low, Watermarks.Listener listener) {
        return new MailboxSpec(kind, capacity, backpressure, new Watermarks(high, low, listener));
    }
}
