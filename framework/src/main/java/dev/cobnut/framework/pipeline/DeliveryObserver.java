package dev.cobnut.framework.pipeline;

import dev.cobnut.framework.outbox.OutboxEntry;
import java.util.List;

/// Is told when events have reached the views; for metrics. Called on the stage's thread: return at
/// once.
@FunctionalInterface
public interface DeliveryObserver {

    void viewed(List<OutboxEntry> entries);
}
