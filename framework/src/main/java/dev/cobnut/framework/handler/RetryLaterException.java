package dev.cobnut.framework.handler;

import java.time.Duration;

/// A handler throws it when nothing can be handled now, for a reason that is not the event's: the
/// other side asks for a pause, or cannot be reached.
///
/// The event is tried again when the pause is over, and not before, unless the process or the owner
/// of the handler changes meanwhile. It is no failed attempt: it does not count towards
/// `attempts-max` and never parks a stream. So a handler that throws it for ever stalls, visibly.
/// The endpoint `handlers` shows the reason, and the log has it at most once a minute, because
/// every stream that has events meets the same pause.
public final class RetryLaterException extends Exception {

    /// Longest pause, so that a stream always comes back.
    public static final Duration PAUSE_MAX = Duration.ofDays(1);

    private final Duration pause;

    /// @param reason what the handler waits for, in words
    /// @param pause from 0 to [#PAUSE_MAX]; one below `backoff-min` counts as `backoff-min`
    /// @throws IllegalArgumentException when the pause is outside of its range
    public RetryLaterException(String reason, Duration pause) {
        super(reason, null, false, false);
        if (pause.isNegative() || pause.compareTo(PAUSE_MAX) > 0) {
            throw new IllegalArgumentException(
                    "a pause is between 0 and " + PAUSE_MAX + ", not " + pause);
        }
        this.pause = pause;
    }

    public Duration pause() {
        return pause;
    }
}
