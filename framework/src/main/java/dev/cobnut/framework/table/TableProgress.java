package dev.cobnut.framework.table;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How far a build is.
///
/// @param position events through it are in the rows
/// @param through the journal's last position when the build was last asked
/// @param left estimated from the speed so far; null while there is none
public record TableProgress(long position, long through, @Nullable Duration left) {

    static TableProgress of(TableState state) {
        long open = Math.max(0, state.through() - state.position());
        return new TableProgress(
                state.position(),
                state.through(),
                state.position() == 0
                        ? null
                        : Duration.ofMillis(
                                (long) ((double) state.buildMillis() * open / state.position())));
    }

    /// From 0 to 100.
    public int percent() {
        return position >= through ? 100 : (int) Math.min(99, position * 100 / through);
    }

    String sentence() {
        return percent()
                + " % done"
                + (left == null ? "" : ", about " + Math.max(1, left.toSeconds()) + " s left");
    }
}
