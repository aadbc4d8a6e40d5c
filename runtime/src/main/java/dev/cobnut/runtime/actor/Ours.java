package dev.cobnut.runtime.actor;

import org.jspecify.annotations.Nullable;

/// What the runtime puts before an actor's messages: a timer that fired, or a signal. Never a
/// message of a sender.
final class Ours {

    final @Nullable ActorTimer timer;
    final @Nullable Signal signal;

    Ours(@Nullable ActorTimer timer, @Nullable Signal signal) {
        this.timer = timer;
        this.signal = signal;
    }
}
