package dev.cobnut.framework.journal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a group gets into the store. Called by [GroupCommit] from its one writer thread only.
interface GroupWriter {

    /// What became of a group.
    ///
    /// @param outcomes as many as appends, in their order
    /// @param publicationFailure one sentence, null when the publications were written
    /// @param committed false when nothing was written
    record Written(
            List<AppendResult> outcomes, @Nullable String publicationFailure, boolean committed) {}

    /// Nothing to do until the next group.
    long NEVER = Long.MAX_VALUE;

    /// Writes a group in one transaction: appends in their order, then publications. A failure is
    /// in the result; what is thrown is a bug or an `Error`, and leaves the outcome unknown.
    Written write(List<AppendRequest> appends, List<Publication> publications);

    /// A bounded piece of upkeep. Called after every group, and when nothing waits.
    ///
    /// @return nanoseconds after which it wants to be called although nothing waits, or [#NEVER]
    long upkeep();
}
