package dev.cobnut.framework.journal;

import java.util.function.LongUnaryOperator;

/// Finds positions by time. Positions have no gap, and times of record grow with them, so a search
/// by halves needs no index.
final class RecordedTimes {

    private RecordedTimes() {}

    /// @param last the last position, 0 for none
    /// @param recordedAtMicros the time of record of a position from 1 to `last`
    /// @return the last position that was recorded before `micros`, 0 when there is none
    static long positionBefore(long micros, long last, LongUnaryOperator recordedAtMicros) {
        long before = 0;
        long notBefore = last + 1;
        while (notBefore - before > 1) {
            long middle = before + (notBefore - before) / 2;
            if (recordedAtMicros.applyAsLong(middle) < micros) {
                before = middle;
            } else {
                notBefore = middle;
            }
        }
        return before;
    }
}
