package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/// Gives each event its position and its time of record: both only grow, whatever the clock does.
/// Used by the writer thread; only [#committed()] may be read from others.
final class Positions {

    private final InstantSource clock;
    private volatile long committed;
    private long committedAtMicros;
    private long position;
    private long recordedAtMicros;
    private long nowMicros;

    Positions(InstantSource clock, long lastPosition, long lastRecordedAtMicros) {
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

    /// Reads the clock, once per group.
    void startGroup() {
        nowMicros = Micros.of(clock.instant());
    }

    /// The event at the next place, which is not taken before [#take].
    RecordedEvent next(NewEvent event, StreamId stream, long version) {
        return inMicros(event)
                .recorded(stream, version, position + 1, Math.max(nowMicros, recordedAtMicros + 1));
    }

    void take(RecordedEvent event) {
        position = event.position();
        recordedAtMicros = event.recordedAtMicros();
    }

    void commit() {
        committedAtMicros = recordedAtMicros;
        committed = position;
    }

    void rollBack() {
        recordedAtMicros = committedAtMicros;
        position = committed;
    }

    /// So that an appended event equals the one that is read back.
    static NewEvent inMicros(NewEvent event) {
        EventMetadata metadata = event.metadata();
        Instant time = metadata.time().truncatedTo(ChronoUnit.MICROS);
        if (time.equals(metadata.time())) {
            return event;
        }
        return new NewEvent(
                event.id(),
                event.type(),
                event.schemaVersion(),
                event.payload(),
                new EventMetadata(
                        time,
                        metadata.causation(),
                        metadata.correlation(),
                        metadata.traceparent()));
    }
}
