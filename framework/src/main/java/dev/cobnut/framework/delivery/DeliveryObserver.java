package dev.cobnut.framework.delivery;

import dev.cobnut.framework.outbox.OutboxEntry;
import java.util.List;

/// Is told when events have reached the views, and how long the stages took; for metrics and
/// profiles. Called on the stage's thread: return at once.
@FunctionalInterface
public interface DeliveryObserver {

    void viewed(List<OutboxEntry> entries);

    /// Stage `project` has done a page.
    default void projected(int units, long nanos) {}

    /// Stage `record` has done a page.
    ///
    /// @param nanos with the wait for the journal
    default void recorded(int units, long nanos) {}
}
