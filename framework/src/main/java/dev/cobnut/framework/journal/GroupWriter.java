package dev.cobnut.framework.journal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/// Writes groups into the store. Called by the writer thread of [GroupCommit] only.
interface GroupWriter {

    /// The result of a write.
    ///
    /// @param outcomes as many as appends, in their order
    /// @param notPublished one sentence for each publication that was not written
    /// @param committed false when nothing was written
    record Written(
            List<AppendResult> outcomes, Map<Publication, String> notPublished, boolean committed) {

        /// No append and no publication succeeded.
        ///
        /// @param outcome of every append
        static Written none(
                List<AppendRequest> appends,
                List<Publication> publications,
                AppendResult outcome,
                String reason) {
            Map<Publication, String> notPublished = new HashMap<>();
            publications.forEach(publication -> notPublished.put(publication, reason));
            return new Written(Collections.nCopies(appends.size(), outcome), notPublished, false);
        }

        /// Writes a group of two or more that the store did not accept as a whole, in two parts
        /// that may be divided again. So a part that cannot be written fails alone, and the others
        /// keep their order.
        static Written inParts(
                List<AppendRequest> appends,
                List<Publication> publications,
                BiFunction<List<AppendRequest>, List<Publication>, Written> write) {
            if (!appends.isEmpty() && !publications.isEmpty()) {
                return write.apply(appends, List.of()).and(write.apply(List.of(), publications));
            }
            int half = appends.size() / 2;
            int halfPublished = publications.size() / 2;
            return write.apply(appends.subList(0, half), publications.subList(0, halfPublished))
                    .and(
                            write.apply(
                                    appends.subList(half, appends.size()),
                                    publications.subList(halfPublished, publications.size())));
        }

        private Written and(Written later) {
            List<AppendResult> all = new ArrayList<>(outcomes);
            all.addAll(later.outcomes);
            Map<Publication, String> failed = new HashMap<>(notPublished);
            failed.putAll(later.notPublished);
            return new Written(all, failed, committed || later.committed);
        }
    }

    /// Nothing to do until the next group.
    long NEVER = Long.MAX_VALUE;

    /// Writes a group in one transaction: appends in their order, then publications. When the store
    /// does not accept the content of one of them, the others are written without it. A failure is
    /// part of the result. An exception means a bug, and the outcome is then unknown.
    Written write(List<AppendRequest> appends, List<Publication> publications);

    /// A bounded piece of upkeep. Called after every group, and when the queues are empty.
    ///
    /// @return nanoseconds until the next call when the queues stay empty, or [#NEVER]
    long upkeep();
}
