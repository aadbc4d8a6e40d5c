package dev.cobnut.runtime.actor;

/// Depths of a mailbox at which somebody is told, to slow down and to go on.
///
/// The listener hears *high* once when the depth reaches `high`, then *low* once when it has fallen
/// to `low`, and so on in turns. The high one comes from the sender's thread, the low one from the
/// actor's after a batch of messages; neither may block. What a listener throws is counted
/// ([ActorMetrics#observerErrors]) and changes nothing.
///
/// @param high depth that is too much, from 1
/// @param low depth that is good again, less than `high`
public record Watermarks(int high, int low, Listener listener) {

    /// Is told.
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
