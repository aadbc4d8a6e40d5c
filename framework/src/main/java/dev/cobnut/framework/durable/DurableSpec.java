package dev.cobnut.framework.durable;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.runtime.durable.DurableHandler;
import java.time.Duration;
import java.util.function.Supplier;

/// How a durable actor is made and treated.
///
/// @param name names its stream, `mailbox-<name>`; it must not change
/// @param codec how messages are stored
/// @param handler makes the handler, at the start and after each failure
/// @param deadLetters takes messages that failed at their last attempt
/// @param attemptsMax attempts at one message
/// @param backoffMin pause before the second attempt; it doubles up to `backoffMax`
/// @param backoffMax longest pause
/// @param pageMax messages that are read, and recorded as handled, together. Up to two pages may
///   come again after a crash
/// @param backlogMax messages on disk that may wait to be handled
public record DurableSpec<M>(
        String name,
        EventCodec<M> codec,
        Supplier<? extends DurableHandler<M>> handler,
        DurableHandler.DeadLetters<M> deadLetters,
        int attemptsMax,
        Duration backoffMin,
        Duration backoffMax,
        int pageMax,
        long backlogMax) {

    public static final int ATTEMPTS_DEFAULT = 8;
    public static final Duration BACKOFF_MIN_DEFAULT = Duration.ofMillis(100);
    public static final Duration BACKOFF_MAX_DEFAULT = Duration.ofSeconds(30);
    public static final int PAGE_DEFAULT = 256;
    public static final long BACKLOG_DEFAULT = 1_000_000;

    public DurableSpec {
        if (attemptsMax < 1) {
            throw new IllegalArgumentException(
                    "attemptsMax must be at least 1, but was " + attemptsMax);
        }
        if (!backoffMin.isPositive() || backoffMax.compareTo(backoffMin) < 0) {
            throw new IllegalArgumentException(
                    "the backoff must be longer than zero and its largest not below its smallest, but they are "
                            + backoffMin
                            + " and "
                            + backoffMax);
        }
        if (pageMax < 1 || backlogMax < 1) {
            throw new IllegalArgumentException(
                    "pageMax and backlogMax must be at least 1 message, but are "
                            + pageMax
                            + " and "
                            + backlogMax);
        }
    }

    /// With the defaults.
    public static <M> DurableSpec<M> of(
            String name,
            EventCodec<M> codec,
            Supplier<? extends DurableHandler<M>> handler,
            DurableHandler.DeadLetters<M> deadLetters) {
        return new DurableSpec<>(
                name,
                codec,
                handler,
                deadLetters,
                ATTEMPTS_DEFAULT,
                BACKOFF_MIN_DEFAULT,
                BACKOFF_MAX_DEFAULT,
                PAGE_DEFAULT,
                BACKLOG_DEFAULT);
    }

    public DurableSpec<M> withAttempts(int max, Duration pauseMin, Duration pauseMax) {
        return new DurableSpec<>(
                name, codec, handler, deadLetters, max, pauseMin, pauseMax, pageMax, backlogMax);
    }

    public DurableSpec<M> withLimits(int page, long backlog) {
        return new DurableSpec<>(
                name,
                codec,
                handler,
                deadLetters,
                attemptsMax,
                backoffMin,
                backoffMax,
                page,
                backlog);
    }
}
