package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.mailbox.Backpressure;
import dev.cobnut.runtime.mailbox.MailboxKind;
import dev.cobnut.runtime.mailbox.Workload;
import org.jspecify.annotations.Nullable;

/// The mailbox of an actor: which kind, how long, and what happens when it is full.
///
/// @param capacity messages that may wait; ignored by [MailboxKind#MPSC_UNBOUNDED]
/// @param watermarks null for none
public record MailboxSpec(
        MailboxKind kind,
        int capacity,
        Backpressure backpressure,
        @Nullable Watermarks watermarks) {

    /// Largest bounded mailbox. A longer queue is a batch, or has no bound.
    public static final int CAPACITY_MAX = 1 << 20;

    /// Depths of a mailbox at which a listener is called, to slow down and to go on.
    ///
    /// The listener is called with `high` once when the depth reaches `high`, then with `low` once
    /// when it has fallen to `low`, and so on. The sender's thread calls `high`, and the actor's
    /// thread calls `low` after a batch of messages. Neither call may block. Exceptions of a
    /// listener are counted ([ActorMetrics#observerErrors]) and change nothing.
    ///
    /// @param high depth that is too much, from 1
    /// @param low depth that is good again, less than `high`
    public record Watermarks(int high, int low, Listener listener) {

        /// Is told when a watermark is reached.
        public interface Listener {

            /// The mailbox holds `high` messages or more.
            void high(ActorRef<?> actor, int depth);

            /// The mailbox holds `low` messages or fewer again.
            void low(ActorRef<?> actor, int depth);
        }

        public Watermarks {
            if (low < 0 || high <= low) {
                throw new IllegalArgumentException(
                        "the low watermark must be at least 0 and below the high one, but they are "
                                + low
                                + " and "
                                + high);
            }
        }
    }

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
