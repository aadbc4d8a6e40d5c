package dev.cobnut.framework.delivery;

import java.time.Duration;
import java.util.function.LongSupplier;

/// Tells for how long this member has known that the journal reached a position. Thread-safe.
///
/// An event's time of record cannot tell its age: the clock of the member that recorded it may have
/// jumped, or may differ from the one here. So a member notes the journal's last position from time
/// to time, with a clock that never jumps. An event is as old as the first note that reaches it. It
/// appears too young by the time between two notes, and an event of the time before a start is as
/// old as the start.
///
/// The older the notes are, the further they are apart, so a few hundred tell an age of days to
/// within a small part of it.
final class PositionAges {

    static final int NOTES_MAX = 512;

    /// Shortest time between two notes.
    private static final long APART_NANOS = Duration.ofMillis(50).toNanos();

    private final LongSupplier nanoTime;
    private final long[] positions = new long[NOTES_MAX];
    private final long[] notedAt = new long[NOTES_MAX];
    private int notes;

    /// @param nanoTime as [System#nanoTime]
    PositionAges(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /// Notes that the journal has reached this position.
    synchronized void reached(long position) {
        long now = nanoTime.getAsLong();
        if (notes == 0 || now - notedAt[notes - 1] >= APART_NANOS) {
            note(position, now);
        }
    }

    /// The time since a note first reached the position. When none has, this call notes it.
    synchronized Duration age(long position) {
        long now = nanoTime.getAsLong();
        note(position, now);
        int first = notes - 1;
        while (first > 0 && positions[first - 1] >= position) {
            first--;
        }
        return Duration.ofNanos(now - notedAt[first]);
    }

    /// The last position that is known for at least this time; 0 when none is.
    synchronized long knownFor(Duration time) {
        long now = nanoTime.getAsLong();
        for (int i = notes - 1; i >= 0; i--) {
            if (now - notedAt[i] >= time.toNanos()) {
                return positions[i];
            }
        }
        return 0;
    }

    private void note(long position, long now) {
        if (notes > 0 && position <= positions[notes - 1]) {
            return;
        }
        if (notes == NOTES_MAX) {
            remove(leastMissed(now));
        }
        positions[notes] = position;
        notedAt[notes] = now;
        notes++;
    }

    /// The note without which an age is wrong by the smallest part of itself.
    private int leastMissed(long now) {
        int least = 1;
        double smallest = Double.MAX_VALUE;
        for (int i = 1; i < notes - 1; i++) {
            double error =
                    (double) (notedAt[i + 1] - notedAt[i - 1]) / Math.max(1, now - notedAt[i]);
            if (error < smallest) {
                smallest = error;
                least = i;
            }
        }
        return least;
    }

    private void remove(int note) {
        notes--;
        System.arraycopy(positions, note + 1, positions, note, notes - note);
        System.arraycopy(notedAt, note + 1, notedAt, note, notes - note);
    }
}
