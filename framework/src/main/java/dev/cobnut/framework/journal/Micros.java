package dev.cobnut.framework.journal;

import java.time.Instant;

/// Instants as microseconds since 1970-01-01T00:00Z, the precision in which they are stored.
final class Micros {

    private Micros() {}

    static long of(Instant instant) {
        return Math.addExact(
                Math.multiplyExact(instant.getEpochSecond(), 1_000_000L),
                instant.getNano() / 1_000);
    }

    static Instant toInstant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
    }
}
