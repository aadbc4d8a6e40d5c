package dev.cobnut.framework.delivery;

import dev.cobnut.framework.outbox.OutboxEntry;
import java.util.List;

/// Receives the events that have reached the views, and the times of the stages, for metrics and
/// profiles. Called on the stage's thread: return at once.
@FunctionalInterface
public interface DeliveryObserver {

    /// @param nanos time since the stage `project` began with the page of the events
    void viewed(List<OutboxEntry> entries, long nanos);

    /// The stage `project` has completed a page.
    default void projected(int units, long nanos) {}

    /// The stage `record` has completed a page.
    ///
    /// @param nanos duration, including the wait for the journal
    default void recorded(int units, long nanos) {}
}
