package dev.cobnut.runtime.actor;

import org.jspecify.annotations.Nullable;

/// What the runtime tells an actor, beside its mailbox and before it.
abstract sealed class Control {

    /// The one that was pushed before; see [ControlTurn].
    @Nullable Control below;

    /// Makes the behaviour now.
    static final class Start extends Control {}

    /// Does nothing but take a turn: something at its end is due.
    static final class Look extends Control {}

    /// The end of a backoff.
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

    /// A child or a watched actor has come to its end.
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

    static final class Fired extends Control {
        final ActorTimer timer;

        Fired(ActorTimer timer) {
            this.timer = timer;
        }
    }

    /// In the place of all others: the actor has ended, nothing reads them any more.
    static final class Ended extends Control {
        final Termination how;

        Ended(Termination how) {
            this.how = how;
        }
    }
}
