package dev.cobnut.runtime.actor;

import org.jspecify.annotations.Nullable;

/// An instruction of the runtime to an actor. It does not go through the mailbox, and it comes
/// before all messages.
abstract sealed class Control {

    /// Is told when an actor ends.
    interface Watcher {

        /// Called once, on any thread. Must be quick.
        void ended(ActorCell<?> who, Termination how);
    }

    /// The control that was pushed before this one; see [ControlTurn].
    @Nullable Control below;

    /// Make the behaviour now.
    static final class Start extends Control {}

    /// Take a turn, because something at the end of a turn is due.
    static final class Look extends Control {}

    /// A backoff has ended.
    static final class Resume extends Control {}

    static final class Stop extends Control {
        final boolean now;

        Stop(boolean now) {
            this.now = now;
        }
    }

    static final class Watch extends Control {
        final Watcher watcher;

        Watch(Watcher watcher) {
            this.watcher = watcher;
        }
    }

    static final class Unwatch extends Control {
        final Watcher watcher;

        Unwatch(Watcher watcher) {
            this.watcher = watcher;
        }
    }

    /// A child or a watched actor has ended.
    static final class Gone extends Control {
        final ActorCell<?> who;
        final Termination how;
        final boolean escalated;

        Gone(ActorCell<?> who, Termination how, boolean escalated) {
            this.who = who;
            this.how = how;
            this.escalated = escalated;
        }
    }

    /// A timer has fired.
    static final class Fired extends Control {
        final ActorTimer timer;

        Fired(ActorTimer timer) {
            this.timer = timer;
        }
    }

    /// Takes the place of all others: the actor has ended and handles no control any more.
    static final class Ended extends Control {
        final Termination how;

        Ended(Termination how) {
            this.how = how;
        }
    }
}
