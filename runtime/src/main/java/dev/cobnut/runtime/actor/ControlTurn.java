package dev.cobnut.runtime.actor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// A turn with a list of [Control]s: many push, the holder of the claim takes all at once.
///
/// A linked stack (Treiber, 1986). It is taken as a whole, so there is no ABA. Bounded by those who
/// push: stops, watchers, children, and one entry per timer.
abstract class ControlTurn extends Turn {

    private static final VarHandle TOP;

    static {
        try {
            TOP = MethodHandles.lookup().findVarHandle(ControlTurn.class, "top", Control.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable Control top;

    /// @return how the turn has ended; null when the control was taken
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

    /// All that was pushed, first the first; linked by [Control#below].
    final @Nullable Control takeAll() {
        return reversed((Control) TOP.getAndSet(this, null));
    }

    /// Takes all that was pushed, and lets nothing be pushed any more.
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
