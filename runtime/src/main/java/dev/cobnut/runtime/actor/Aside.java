package dev.cobnut.runtime.actor;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an actor has beside its mailbox: what comes first (signals, timers, what was unstashed),
/// what is stashed, which timers run. Only the holder of its claim touches it.
final class Aside {

    private final ArrayDeque<Object> front = new ArrayDeque<>(2);
    private final ArrayDeque<Object> stash = new ArrayDeque<>(2);
    private final Map<Object, ActorTimer> timers = new HashMap<>();

    @Nullable Object next() {
        return front.pollFirst();
    }

    void add(Ours ours) {
        front.addLast(ours);
    }

    boolean isEmpty() {
        return front.isEmpty();
    }

    void stash(Object item) {
        stash.addLast(item);
    }

    int stashed() {
        return stash.size();
    }

    void unstash() {
        while (!stash.isEmpty()) {
            front.addFirst(stash.removeLast());
        }
    }

    /// Instead of the timer of the same key.
    void start(ActorTimer timer) {
        ActorTimer before = timers.put(timer.key, timer);
        if (before != null) {
            before.cancel();
        }
        timer.start();
    }

    void taken(ActorTimer timer) {
        if (!timer.isPeriodic()) {
            timers.remove(timer.key);
        }
    }

    void cancelTimer(Object key) {
        ActorTimer timer = timers.remove(key);
        if (timer != null) {
            timer.cancel();
        }
    }

    void cancelTimers() {
        timers.values().forEach(ActorTimer::cancel);
        timers.clear();
    }
}
