package dev.cobnut.runtime.actor;

/// How an actor came to its end.
public sealed interface Termination {

    /// It was told to, or stopped itself.
    record Stopped() implements Termination {}

    /// It failed, and its [Supervision] did not go on with it.
    record Failed(Throwable cause) implements Termination {}
}
