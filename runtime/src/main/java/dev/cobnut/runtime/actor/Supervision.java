package dev.cobnut.runtime.actor;

import java.time.Duration;
import java.util.function.Function;

/// What becomes of an actor whose handler has thrown.
///
/// In every case the message that it failed at is a dead letter with its cause, and an ask that it
/// carried is answered `Failed`.
///
/// @param decider which way to go, by what was thrown; called on the actor's thread
/// @param restartsMax restarts within `window`; one more stops the actor
/// @param window how long a restart is remembered
/// @param backoffMin pause before the first restart within `window`; zero for none
/// @param backoffMax the pause doubles with every restart up to this one
public record Supervision(
        Function<? super Throwable, Directive> decider,
        int restartsMax,
        Duration window,
        Duration backoffMin,
        Duration backoffMax) {

    /// The ways to go on.
    public enum Directive {
        /// With the next message and the state as it is.
        RESUME,
        /// With the next message and a behaviour from the factory. The children are stopped; what
        /// is stashed comes before what is in the mailbox, all in its order.
        RESTART,
        /// Not at all.
        STOP,
        /// Not at all, and the parent fails with the same cause. Without a parent as [#STOP].
        ESCALATE
    }

    public static final int RESTARTS_DEFAULT = 10;
    public static final Duration WINDOW_DEFAULT = Duration.ofMinutes(1);

    public Supervision {
        if (restartsMax < 0) {
            throw new IllegalArgumentException(
                    "restartsMax must be at least 0, but was " + restartsMax);
        }
        if (!window.isPositive()) {
            throw new IllegalArgumentException(
                    "the window must be longer than zero, but was " + window);
        }
        if (backoffMin.isNegative() || backoffMax.compareTo(backoffMin) < 0) {
            throw new IllegalArgumentException(
                    "the backoff must be at least zero and its largest not below its smallest, but they are "
                            + backoffMin
                            + " and "
                            + backoffMax);
        }
    }

    /// Restarts, at most 10 times a minute, without a pause.
    public static Supervision defaults() {
        return always(Directive.RESTART);
    }

    public static Supervision always(Directive directive) {
        return deciding(_ -> directive);
    }

    public static Supervision deciding(Function<? super Throwable, Directive> decider) {
        return new Supervision(
                decider, RESTARTS_DEFAULT, WINDOW_DEFAULT, Duration.ZERO, Duration.ZERO);
    }

    public Supervision withLimit(int restarts, Duration within) {
        return new Supervision(decider, restarts, within, backoffMin, backoffMax);
    }

    /// Pauses before a restart; each is drawn from the upper half of `min`, 2 · `min`, 4 · `min` …
    /// up to `max`, so that actors that failed together do not come back together. What arrives
    /// meanwhile waits in the mailbox.
    public Supervision withBackoff(Duration min, Duration max) {
        return new Supervision(decider, restartsMax, window, min, max);
    }
}
