package dev.cobnut.framework.statistic;

import dev.cobnut.framework.event.RecordedEvent;
import java.util.function.Consumer;

/// Makes facts of events. Used by one thread, which may wait for the journal.
@FunctionalInterface
public interface FactReader<F> {

    /// Called with every event of the journal after the last commit, in the order of the positions.
    void read(RecordedEvent event, Consumer<F> facts);
}
