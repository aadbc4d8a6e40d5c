package dev.cobnut.framework.journal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes groups into the store. Called by the writer thread of [GroupCommit] only.
interface GroupWriter {

    /// The result of a write.
    ///
    /// @param outcomes as many as appends, in their order
    /// @param publicationFailure one sentence, null when the publications were written
    /// @param committed false when nothing was written
    record Written(
            List<AppendResult> outcomes, @Nullable String publicationFailure, boolean committed) {}

    /// Nothing to do until the next group.
    long NEVER = Long.MAX_VALUE;

    /// Writes a group in one transaction: appends in their order, then publications. A failure is
    /// part of the result. An exception means a bug, and the outcome is then unknown.
    Written write(List<AppendRequest> appends, List<Publication> publications);

    /// A bounded piece of upkeep. Called after every group, and when the queues are empty.
    ///
    /// @return nanoseconds until the next call when the queues stay empty, or [#NEVER]
    long upkeep();
}
