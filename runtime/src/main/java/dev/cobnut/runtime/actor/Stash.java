package dev.cobnut.runtime.actor;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// Items that an actor handles before its mailbox (signals, timers that fired, unstashed messages),
/// and the messages that it has stashed. Only the holder of its claim uses it.
final class Stash {

    private final ArrayDeque<Object> front = new ArrayDeque<>(2);
    private final ArrayDeque<Object> stash = new ArrayDeque<>(2);

    /// A signal for the actor. The record tells it from a message that is a [Signal].
    record QueuedSignal(Signal signal) {}

    @Nullable Object next() {
        return front.pollFirst();
    }

    void add(Signal signal) {
        front.addLast(new QueuedSignal(signal));
    }

    void add(ActorTimer timer) {
        front.addLast(timer);
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
}
