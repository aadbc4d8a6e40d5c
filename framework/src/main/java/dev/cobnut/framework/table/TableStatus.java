package dev.cobnut.framework.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far a table is, over all members.
///
/// @param position events through it are in the rows; 0 while the first build runs
/// @param behind number of events of the journal after the position
/// @param ready true when the table answers
/// @param building the build that is not read yet; null while there is none
/// @param parked the parked streams of the build that is read
/// @param stopped why the table does not go on; null while it does
/// @param runsHere true when this member runs the table
public record TableStatus(
        String name,
        int version,
        long position,
        long behind,
        boolean ready,
        @Nullable TableProgress building,
        List<ParkedByTable> parked,
        @Nullable String stopped,
        boolean runsHere) {}
