package dev.cobnut.runtime.actor;

/// Wants to know when an actor ends.
interface Watcher {

    /// Called once, on any thread; must be quick.
    void ended(ActorCell<?> who, Termination how);
}
