package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.mailbox.Claim;
import dev.cobnut.runtime.scheduler.Dispatcher;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// The claim of an actor, with a list of [Control]s: many threads push, the holder takes all at
/// once.
///
/// The list is a linked stack (Treiber, 1986). It is taken as a whole, so there is no ABA problem.
/// It is bounded by its sources: stops, watchers, children, and one entry per timer.
abstract class ControlTurn extends Claim<Object> implements Dispatcher.Turn {

    private static final VarHandle TOP;

    static {
        try {
            TOP = MethodHandles.lookup().findVarHandle(ControlTurn.class, "top", Control.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable Control top;

    ControlTurn() {
        super(false);
    }

    /// @return how the actor has ended; null when the control was taken
    final @Nullable Termination push(Control control) {
        while (true) {
            Control seen = top;
            if (seen instanceof Control.Ended ended) {
                return ended.how;
            }
            control.below = seen;
            if (TOP.compareAndSet(this, seen, control)) {
                return null;
            }
        }
    }

    final boolean hasControl() {
        return top != null;
    }

    /// All pushed controls, the oldest first, linked by [Control#below].
    final @Nullable Control takeAll() {
        return reversed((Control) TOP.getAndSet(this, null));
    }

    /// As [#takeAll]; nothing can be pushed any more.
    final @Nullable Control takeLast(Termination how) {
        return reversed((Control) TOP.getAndSet(this, new Control.Ended(how)));
    }

    final boolean hasEnded() {
        return top instanceof Control.Ended;
    }

    private static @Nullable Control reversed(@Nullable Control stack) {
        Control list = null;
        Control rest = stack;
        while (rest != null) {
            Control below = rest.below;
            rest.below = list;
            list = rest;
            rest = below;
        }
        return list;
    }
}
