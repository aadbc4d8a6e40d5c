package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.RecordedEvent;
import java.time.InstantSource;
import java.util.List;

/// Positions and times of record in a journal with one writer. Both only grow, also when the clock
/// is set back. Used by the writer thread; other threads may call [#committed()] only.
final class PositionSequence {

    private final InstantSource clock;
    private volatile long committed;
    private long committedAtMicros;
    private long position;
    private long recordedAtMicros;

    PositionSequence(InstantSource clock, long lastPosition, long lastRecordedAtMicros) {
        this.clock = clock;
        committed = lastPosition;
        committedAtMicros = lastRecordedAtMicros;
        position = lastPosition;
        recordedAtMicros = lastRecordedAtMicros;
    }

    /// The last position that was committed.
    long committed() {
        return committed;
    }

    /// The events of a group at the next positions, which are free until [#take]. Reads the clock.
    List<RecordedEvent> next(GroupPlan plan) {
        return plan.events().isEmpty()
                ? List.of()
                : plan.rows(
                        position, Math.max(recordedAtMicros, EpochMicros.of(clock.instant()) - 1));
    }

    void take(List<RecordedEvent> events) {
        if (!events.isEmpty()) {
            position = events.getLast().position();
            recordedAtMicros = events.getLast().recordedAtMicros();
        }
    }

    void commit() {
        committedAtMicros = recordedAtMicros;
        committed = position;
    }

    void rollBack() {
        recordedAtMicros = committedAtMicros;
        position = committed;
    }
}
