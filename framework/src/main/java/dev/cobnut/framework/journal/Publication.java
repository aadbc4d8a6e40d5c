package dev.cobnut.framework.journal;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Events that every projection and sink has received, and the lookup rows that follow from them.
/// One transaction marks the events published and writes the rows.
///
/// @param positions of the delivered events
/// @param lookups changes in the order in which they are to be applied, each of an event whose
///   position is among the positions
/// @param parking a change of the parked streams, null when there is none
/// @param also a further change of a journal in SQLite, null when there is none
/// @param done completed with null after the commit, exceptionally (with a sentence) when nothing
///   was written
public record Publication(
        List<Long> positions,
        List<LookupChange> lookups,
        @Nullable ParkingChange parking,
        SqliteConsumers.@Nullable Change also,
        CompletableFuture<Void> done) {

    public static Publication of(List<Long> positions, List<LookupChange> lookups) {
        return new Publication(positions, lookups, null, null, new CompletableFuture<>());
    }

    static Publication of(ParkingChange parking) {
        return new Publication(List.of(), List.of(), parking, null, new CompletableFuture<>());
    }

    static Publication of(SqliteConsumers.Change also) {
        return new Publication(List.of(), List.of(), null, also, new CompletableFuture<>());
    }
}
