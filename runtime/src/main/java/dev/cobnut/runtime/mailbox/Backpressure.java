package dev.cobnut.runtime.mailbox;

import java.time.Duration;

/// Decides about a message for which the mailbox has no room. The sender gets each outcome as a
/// [TellResult], and each is counted.
public sealed interface Backpressure {

    /// The sender gets [TellResult#REJECTED] at once, and decides.
    record Reject() implements Backpressure {}

    /// The sender waits for room. An actor that tells itself does not wait, and neither does an
    /// actor on a pinned thread: they get [TellResult#REJECTED], because waiting would keep their
    /// own thread from making room.
    ///
    /// @param deadline longest wait, in real time
    record Block(Duration deadline) implements Backpressure {

        /// Longest possible deadline.
        public static final Duration DEADLINE_MAX = Duration.ofHours(1);

        public Block {
            if (!deadline.isPositive() || deadline.compareTo(DEADLINE_MAX) > 0) {
                throw new IllegalArgumentException(
                        "a sender can be blocked for more than zero and at most "
                                + DEADLINE_MAX
                                + ", but not for "
                                + deadline);
            }
        }
    }

    /// The message goes to the dead letters.
    record DropNewest() implements Backpressure {}

    /// The oldest message in the mailbox goes to the dead letters, and this one is queued. Needs
    /// [MailboxKind#LINKED].
    record DropOldest() implements Backpressure {}
}
