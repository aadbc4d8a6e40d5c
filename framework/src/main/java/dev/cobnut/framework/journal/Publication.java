package dev.cobnut.framework.journal;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Events that every projection and sink has received, and the lookup rows that follow from them.
/// One transaction marks the events published and writes the rows.
///
/// @param positions of the delivered events
/// @param lookups changes in the order in which they are to be applied
/// @param done completed with null after the commit, exceptionally (with a sentence) when nothing
///   was written
public record Publication(
        List<Long> positions, List<LookupChange> lookups, CompletableFuture<Void> done) {

    public static Publication of(List<Long> positions, List<LookupChange> lookups) {
        return new Publication(positions, lookups, new CompletableFuture<>());
    }
}
