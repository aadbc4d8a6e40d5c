package dev.cobnut.framework.sqltable;

import dev.cobnut.framework.table.TableProgress;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// How far a build of a table is, as the database has it.
///
/// @param number from 1 for each version
/// @param position events through it are in the rows or belong to parked streams
/// @param lastEvent the event at the position; null at position 0
/// @param millis time that the build has taken to get there
/// @param since when the state was reached, in milliseconds since 1970
/// @param isWanted true when somebody wants the table to be built anew
/// @param stopped why the build does not go on; null while it does
record SqlBuildRow(
        int version,
        int number,
        State state,
        long position,
        @Nullable UUID lastEvent,
        long millis,
        long since,
        boolean isWanted,
        @Nullable String stopped) {

    enum State {
        /// It is not read yet.
        BUILDING,
        /// It is read.
        LIVE,
        /// It is read no more, and dropped after a while.
        OLD
    }

    /// The name of the rows' table.
    String table(String name) {
        return name.replace('-', '_') + "_v" + version + (number == 1 ? "" : "_b" + number);
    }

    TableProgress progress(long through) {
        long open = Math.max(0, through - position);
        return new TableProgress(
                position,
                Math.max(through, position),
                position == 0
                        ? null
                        : Duration.ofMillis((long) ((double) millis * open / position)));
    }
}
