package dev.cobnut.runtime.actor;

import java.util.HashMap;
import java.util.Map;

/// The timers of an actor by key. Only the holder of its claim uses them.
final class ActorTimers {

    private final Map<Object, ActorTimer> timers = new HashMap<>();

    /// Replaces the timer of the same key.
    void start(ActorTimer timer) {
        ActorTimer before = timers.put(timer.key, timer);
        if (before != null) {
            before.cancel();
        }
        timer.start();
    }

    /// A timer has fired.
    void fired(ActorTimer timer) {
        if (!timer.isPeriodic()) {
            timers.remove(timer.key);
        }
    }

    void cancel(Object key) {
        ActorTimer timer = timers.remove(key);
        if (timer != null) {
            timer.cancel();
        }
    }

    void cancelAll() {
        timers.values().forEach(ActorTimer::cancel);
        timers.clear();
    }
}
