package dev.cobnut.framework.statistic;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What Jet accumulates for one key in one window.
final class WindowSum<F, K, A> {

    private @Nullable A sum;

    void add(StampedFact<F, K, A> stamped) {
        A current = sum;
        if (current == null) {
            current = stamped.statistic().empty();
            sum = current;
        }
        stamped.statistic().add(current, stamped.fact());
    }

    /// Jet makes no window of a key without facts.
    A sum() {
        return Objects.requireNonNull(sum, "no fact");
    }
}
