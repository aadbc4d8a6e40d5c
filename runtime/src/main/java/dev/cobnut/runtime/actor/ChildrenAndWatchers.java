package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.actor.Control.Watcher;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/// The children of an actor, the actors that it watches, and its own watchers. Only the holder of
/// its claim uses it.
final class ChildrenAndWatchers {

    private final ActorCell<?> cell;
    private final Set<ActorCell<?>> children = new LinkedHashSet<>();

    /// Children of a behaviour that has failed. The actor waits for their end, but its behaviour
    /// does not hear of it.
    private final Set<ActorCell<?>> orphans = new HashSet<>();

    private final Set<Watcher> watchers = new LinkedHashSet<>();
    private final Set<ActorCell<?>> watched = new HashSet<>();

    ChildrenAndWatchers(ActorCell<?> cell) {
        this.cell = cell;
    }

    <C> ActorRef<C> add(ActorRef<C> child) {
        children.add((ActorCell<C>) child);
        return child;
    }

    void watch(ActorCell<?> other) {
        if (watched.add(other) && !children.contains(other)) {
            other.watchedBy(cell);
        }
    }

    void unwatch(ActorCell<?> other) {
        if (watched.remove(other) && !children.contains(other)) {
            other.control(new Control.Unwatch(cell));
        }
    }

    Set<ActorRef<?>> children() {
        return Set.copyOf(children);
    }

    void add(Watcher watcher) {
        watchers.add(watcher);
    }

    void remove(Watcher watcher) {
        watchers.remove(watcher);
    }

    /// Tells all watchers.
    void announce(Termination how) {
        for (Watcher watcher : watchers) {
            watcher.ended(cell, how);
        }
    }

    /// @param gently true to let them handle the accepted messages
    void stopChildren(boolean gently) {
        for (ActorCell<?> child : children) {
            if (gently) {
                child.stop();
            } else {
                child.stopNow();
            }
        }
    }

    /// The behaviour that started the children has failed.
    void orphanChildren() {
        children.forEach(ActorCell::stopNow);
        orphans.addAll(children);
        children.clear();
    }

    boolean hasChildren() {
        return !children.isEmpty() || !orphans.isEmpty();
    }

    /// An actor has ended.
    ///
    /// @return true when the behaviour is to hear of it
    boolean remove(ActorCell<?> who) {
        orphans.remove(who);
        boolean child = children.remove(who);
        return watched.remove(who) || child;
    }
}
