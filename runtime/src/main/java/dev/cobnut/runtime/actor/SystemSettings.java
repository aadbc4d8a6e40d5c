package dev.cobnut.runtime.actor;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/// What an [ActorSystem] is made of.
///
/// @param dispatcher runs the actors that name none. The system closes it; one that an actor's spec
///   names is closed by whoever made it
/// @param observer is told of dead letters, failures, ends
/// @param sampleEvery every how many messages of an actor the time in the mailbox is measured, a
///   power of two; 0 for never. A measured message costs an object
/// @param clock deadlines of asks, timers, backoff
/// @param random jitter of the backoff; used by many threads
/// @param closeDeadline how long [ActorSystem#close()] lets accepted messages be handled
public record SystemSettings(
        Dispatcher dispatcher,
        ActorObserver observer,
        int sampleEvery,
        DeadlineClock clock,
        RandomGenerator random,
        Duration closeDeadline) {

    public static final Duration CLOSE_DEADLINE_DEFAULT = Duration.ofSeconds(10);

    public SystemSettings {
        if (sampleEvery < 0 || Integer.bitCount(sampleEvery) > 1) {
            throw new IllegalArgumentException(
                    "sampleEvery must be 0 or a power of two, but was " + sampleEvery);
        }
    }

    /// A virtual thread per active actor, nobody is told, nothing is sampled.
    public static SystemSettings defaults() {
        return new SystemSettings(
                Dispatcher.virtual(),
                ActorObserver.none(),
                0,
                DeadlineClock.system(),
                () -> ThreadLocalRandom.current().nextLong(),
                CLOSE_DEADLINE_DEFAULT);
    }

    public SystemSettings withDispatcher(Dispatcher other) {
        return new SystemSettings(other, observer, sampleEvery, clock, random, closeDeadline);
    }

    public SystemSettings withObserver(ActorObserver other) {
        return new SystemSettings(dispatcher, other, sampleEvery, clock, random, closeDeadline);
    }

    public SystemSettings withSampleEvery(int other) {
        return new SystemSettings(dispatcher, observer, other, clock, random, closeDeadline);
    }

    public SystemSettings withClock(DeadlineClock other) {
        return new SystemSettings(dispatcher, observer, sampleEvery, other, random, closeDeadline);
    }

    public SystemSettings withRandom(RandomGenerator other) {
        return new SystemSettings(dispatcher, observer, sampleEvery, clock, other, closeDeadline);
    }

    public SystemSettings withCloseDeadline(Duration other) {
        return new SystemSettings(dispatcher, observer, sampleEvery, clock, random, other);
    }
}
