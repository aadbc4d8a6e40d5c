package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Instants as microseconds since 1970-01-01T00:00Z, the precision in which they are stored.
final class EpochMicros {

    private EpochMicros() {}

    static long of(Instant instant) {
        return Math.addExact(
                Math.multiplyExact(instant.getEpochSecond(), 1_000_000L),
                instant.getNano() / 1_000);
    }

    static Instant toInstant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
    }

    /// The event with its time in the stored precision, so that an appended event equals the one
    /// that is read back.
    static NewEvent truncate(NewEvent event) {
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
                        time, metadata.causation(), metadata.correlation(), metadata.traceparent()),
                event.tags());
    }
}
