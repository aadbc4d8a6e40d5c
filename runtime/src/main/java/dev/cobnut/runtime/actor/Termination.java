package dev.cobnut.runtime.actor;

/// How an actor has ended.
public sealed interface Termination {

    /// It was stopped, or stopped itself.
    record Stopped() implements Termination {}

    /// It failed, and its [Supervision] stopped it.
    record Failed(Throwable cause) implements Termination {}
}
