package dev.cobnut.runtime.actor;

import java.time.Duration;
import java.util.function.Function;

/// Decides what happens to an actor whose handler has thrown.
///
/// In every case the failed message becomes a dead letter with its cause, and an ask that it
/// carried is answered `Failed`.
///
/// @param decider chooses the directive by the exception; called on the actor's thread
/// @param restartsMax restarts within `window`; one more stops the actor
/// @param window time for which a restart counts
/// @param backoffMin pause before the first restart within `window`; zero for none
/// @param backoffMax the pause doubles with every restart up to this one
public record Supervision(
        Function<? super Throwable, Directive> decider,
        int restartsMax,
        Duration window,
        Duration backoffMin,
        Duration backoffMax) {

    /// The ways to go on after a failure.
    public enum Directive {
        /// The actor goes on with the next message and keeps its state.
        RESUME,
        /// The actor goes on with the next message and a new behaviour from the factory. Its
        /// children are stopped. Stashed messages come before the mailbox, all in their order.
        RESTART,
        /// The actor stops.
        STOP,
        /// The actor stops, and its parent fails with the same cause. Without a parent, as [#STOP].
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

    /// Pauses before each restart. The pause is drawn from the upper half of `min`, 2 · `min`, 4 ·
    /// `min` … up to `max`, so that actors that failed together do not come back together. Messages
    /// wait in the mailbox during a pause.
    public Supervision withBackoff(Duration min, Duration max) {
        return new Supervision(decider, restartsMax, window, min, max);
    }
}
