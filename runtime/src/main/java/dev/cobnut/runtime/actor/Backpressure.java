package dev.cobnut.runtime.actor;

import java.time.Duration;

/// What happens to a message for which the mailbox has no room. Each outcome is the caller's
/// [TellResult], and is counted in [ActorMetrics].
public sealed interface Backpressure {

    /// The sender gets [TellResult#REJECTED], at once, and decides.
    record Reject() implements Backpressure {}

    /// The sender waits for room. An actor that tells itself does not wait, nor does one on a
    /// pinned thread: they get [TellResult#REJECTED], for nobody else could make room.
    ///
    /// @param deadline longest wait, in real time
    record Block(Duration deadline) implements Backpressure {

        /// Longest wait that can be asked for.
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

    /// The oldest message in the mailbox goes to the dead letters, this one is queued. Needs
    /// [dev.cobnut.runtime.mailbox.MailboxKind#LINKED].
    record DropOldest() implements Backpressure {}
}
