package dev.cobnut.framework.process;

import dev.cobnut.framework.process.TimerEvent.TimerSet;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// A pending timer in the index of a process.
///
/// ```text
/// 7ffa1b2c3d4e5f60/4711/NoteOverdue/0191…   largest due time - due, µs, 16 hex digits / position / timer / instance
/// ```
///
/// The index answers with the largest row first, which is the one that is due first.
record TimerRow(long dueMicros, long position, String timer, String instance) {

    static TimerRow of(TimerSet set, String instance) {
        return new TimerRow(set.dueMicros(), set.position(), set.timer(), instance);
    }

    static TimerRow ofItem(String item) {
        String[] parts = item.split("/", 4);
        return new TimerRow(
                Long.MAX_VALUE - Long.parseLong(parts[0], 16),
                Long.parseLong(parts[1]),
                parts[2],
                parts[3]);
    }

    String item() {
        return "%016x/%d/%s/%s".formatted(Long.MAX_VALUE - dueMicros, position, timer, instance);
    }

    Instant due() {
        return Instant.EPOCH.plus(dueMicros, ChronoUnit.MICROS);
    }

    /// Rounded down: for a time that has come.
    static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    /// Rounded up: for a time that must have come.
    static long dueMicros(Instant due) {
        long micros = micros(due);
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).isBefore(due) ? micros + 1 : micros;
    }
}
