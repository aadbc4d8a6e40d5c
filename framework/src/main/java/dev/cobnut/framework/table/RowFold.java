package dev.cobnut.framework.table;

import dev.cobnut.framework.event.RecordedEvent;
import org.jspecify.annotations.Nullable;

/// Makes a row out of the row before and an event.
///
/// @param <R> the row
/// @param <E> the event
@FunctionalInterface
public interface RowFold<R, E> {

    /// @param current null when there is no row
    /// @return null when there is no row after the event
    @Nullable R apply(@Nullable R current, E event, RecordedEvent recorded);
}
