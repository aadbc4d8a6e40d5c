package dev.cobnut.orders.api;

import dev.cobnut.orders.domain.OrderCommand.PlaceOrder;
import dev.cobnut.web.problem.Problem;
import org.jspecify.annotations.Nullable;

/// An order of a batch, as it was read.
sealed interface BatchItem {

    /// @param key by which a repetition is recognised; null when it has none
    record Placing(PlaceOrder order, @Nullable String key) implements BatchItem {}

    record Wrong(Problem problem) implements BatchItem {}
}
