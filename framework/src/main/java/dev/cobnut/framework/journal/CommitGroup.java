package dev.cobnut.framework.journal;

import java.util.ArrayList;
import java.util.List;

/// The requests that the writer took from its queues and has not answered yet.
///
/// @param appends in the order of their arrival
/// @param publications in the order of their arrival
record CommitGroup(List<AppendRequest> appends, List<Publication> publications) {

    static final CommitGroup NONE = new CommitGroup(List.of(), List.of());

    /// An empty group with capacity for so many, so that adding them cannot fail.
    static CommitGroup withRoom(int appends, int publications) {
        return new CommitGroup(new ArrayList<>(appends), new ArrayList<>(publications));
    }

    boolean isEmpty() {
        return appends.isEmpty() && publications.isEmpty();
    }

    /// Commands of all appends.
    int commands() {
        int commands = 0;
        for (AppendRequest request : appends) {
            commands += request.parts().size();
        }
        return commands;
    }

    /// Gives the same answer to every request that has none yet.
    void answer(AppendResult outcome, String reason) {
        for (AppendRequest request : appends) {
            request.answer(outcome);
        }
        for (Publication publication : publications) {
            fail(publication, reason);
        }
    }

    static void fail(Publication publication, String reason) {
        publication.done().completeExceptionally(new JournalException(reason, null));
    }
}
