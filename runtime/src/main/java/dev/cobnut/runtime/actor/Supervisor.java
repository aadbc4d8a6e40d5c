package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.actor.Supervision.Directive;
import dev.cobnut.runtime.scheduler.DeadlineClock;
import org.jspecify.annotations.Nullable;

/// Starts, restarts and ends an actor. Only the holder of its claim uses it.
///
/// ```text
///            start              failed: RESTART            pause is over
///   (none) ───────► running ─────────────────────► paused ──────────────► (none)
///                     │  ▲ failed: RESUME            │
///                     │  └──┘                        │
///                     └───────────► ending ◄─────────┘   waits for its children
///                                     │
///                                     ▼
///                                   ended
/// ```
final class Supervisor<M> {

    private final ActorTurns<M> life;
    private final ActorCell<M> cell;
    private @Nullable Restarts restarts;

    /// The backoff that is under way.
    private DeadlineClock.@Nullable Timeout pause;

    private @Nullable Termination ending;
    private boolean escalates;
    private boolean ended;

    Supervisor(ActorTurns<M> life) {
        this.life = life;
        this.cell = life.cell;
    }

    /// True when it takes no message now: it is paused, ending or ended.
    boolean mayNotRun() {
        return pause != null || ending != null;
    }

    boolean hasEnded() {
        return ended;
    }

    // ---- begin

    void startEarly() {
        if (life.behavior == null && !mayNotRun()) {
            boolean _ = start();
        }
    }

    /// Makes the behaviour.
    ///
    /// @return true when there is a behaviour and it may be given a message
    boolean start() {
        try {
            life.become(cell.spec.factory().create(life.context()));
        } catch (Throwable thrown) {
            failed(thrown);
            return false;
        }
        if (life.behavior != null) {
            life.signal(new Signal.Started());
        }
        return life.behavior != null && !mayNotRun();
    }

    void resume() {
        if (pause != null) {
            pause = null;
            if (cell.spec.eager()) {
                startEarly();
            }
        }
    }

    // ---- fail

    void failed(Throwable cause) {
        if (ending != null) {
            // it is ending: there is nothing to decide any more
            cell.system.counters().failed(cell, cause, Directive.STOP);
            return;
        }
        Directive directive = decide(cause);
        if (directive == Directive.RESTART && !allowRestart()) {
            directive = Directive.STOP;
        }
        cell.system.counters().failed(cell, cause, directive);
        switch (directive) {
            case RESUME -> {}
            case RESTART -> restart(cause);
            case STOP -> end(new Termination.Failed(cause), false, false);
            case ESCALATE -> end(new Termination.Failed(cause), true, false);
        }
    }

    private Directive decide(Throwable cause) {
        Directive directive;
        try {
            directive = cell.spec.supervision().decider().apply(cause);
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
            return Directive.STOP;
        }
        // without a state there is nothing to resume
        return directive == Directive.RESUME && life.behavior == null
                ? Directive.RESTART
                : directive;
    }

    private boolean allowRestart() {
        if (restarts == null) {
            restarts = new Restarts(cell.spec.supervision());
        }
        return restarts.allow(cell.system.clock().nanoTime());
    }

    private void restart(Throwable cause) {
        farewell(new Signal.Restarting(cause));
        life.behavior = null;
        ChildrenAndWatchers family = life.familyIfAny();
        if (family != null) {
            family.orphanChildren();
        }
        life.reset();
        cell.system.counters().restarted(cell);
        long pauseNanos =
                restarts == null ? 0 : restarts.pauseNanos(cell.system.settings().random());
        if (pauseNanos == 0) {
            if (cell.spec.eager()) {
                // as a control: a factory that fails again and again must not nest calls
                cell.control(new Control.Start());
            }
            return;
        }
        pause = new Pause(cell, pauseNanos);
        cell.system.clock().schedule(pause);
    }

    private static final class Pause extends DeadlineClock.Timeout {
        private final ActorCell<?> cell;

        Pause(ActorCell<?> cell, long nanos) {
            super(cell.system.clock().nanoTime() + nanos);
            this.cell = cell;
        }

        @Override
        protected void expire() {
            cell.control(new Control.Resume());
        }
    }

    // ---- end

    /// All accepted messages were handled. The children may handle theirs.
    void endGently() {
        end(new Termination.Stopped(), false, true);
    }

    void endNow() {
        ChildrenAndWatchers family = life.familyIfAny();
        if (ending != null && family != null) {
            family.stopChildren(false);
        }
        end(new Termination.Stopped(), false, false);
    }

    private void end(Termination how, boolean escalate, boolean gently) {
        if (ending != null) {
            return;
        }
        ending = how;
        escalates = escalate;
        if (pause != null) {
            boolean _ = cell.system.clock().cancel(pause);
            pause = null;
        }
        cell.closeMailbox();
        int left = life.discardAll();
        if (left > 0) {
            cell.system.left(cell, left);
        }
        ChildrenAndWatchers family = life.familyIfAny();
        if (family != null) {
            family.stopChildren(gently);
        }
        finishWithoutChildren();
    }

    private void finishWithoutChildren() {
        Termination how = ending;
        ChildrenAndWatchers family = life.familyIfAny();
        if (how == null || ended || (family != null && family.hasChildren())) {
            return;
        }
        farewell(new Signal.Stopped());
        life.behavior = null;
        life.account(); // watchers find the counters complete
        ended = true;
        cell.system.gone(cell);
        cell.system.counters().terminated(cell, how);
        Control late = cell.takeLast(how);
        while (late != null) {
            if (late instanceof Control.Watch watch) {
                watch.watcher.ended(cell, how);
            }
            late = late.below;
        }
        ActorCell<?> parent = cell.parent;
        if (parent != null) {
            parent.control(new Control.Gone(cell, how, escalates));
        }
        if (family != null) {
            family.announce(how);
        }
    }

    /// Sends a signal to a behaviour that gets no message any more.
    private void farewell(Signal signal) {
        Behavior<M> last = life.behavior;
        if (last == null) {
            return;
        }
        try {
            last.signal(life.context(), signal);
        } catch (Throwable thrown) {
            cell.system.counters().failed(cell, thrown, Directive.STOP);
        }
    }

    // ---- others

    void watchedBy(Control.Watcher watcher) {
        if (ended && ending != null) {
            watcher.ended(cell, ending);
        } else {
            life.family().add(watcher);
        }
    }

    void gone(Control.Gone gone) {
        boolean wanted = life.family().remove(gone.who);
        if (ending != null) {
            finishWithoutChildren();
        } else if (gone.escalated && gone.how instanceof Termination.Failed(var cause)) {
            failed(cause);
        } else if (wanted) {
            life.later(new Signal.Terminated(gone.who, gone.how));
        }
    }
}
