package dev.cobnut.framework.boundary;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.JournalMark;
import dev.cobnut.framework.journal.TaggedEvents;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Folds the events that a command depends on, page by page.
final class BoundaryFold<S, C, E> {

    /// Most events of a page; its bytes are bounded by [EventPage].
    static final int PAGE_MAX = 1_024;

    /// @param version position of the last event that matches; 0 without one
    /// @param through every event through it is in the state, if it matches
    record Folded<S>(S state, long version, JournalMark through) {}

    private final Boundary<S, C, E> boundary;
    private final TaggedEvents events;

    BoundaryFold(Boundary<S, C, E> boundary, TaggedEvents events) {
        this.boundary = boundary;
        this.events = events;
    }

    /// Folds everything that is committed.
    ///
    /// @param before an earlier fold for the same command, to go on from when the journal still has
    ///   what it read; null for none
    /// @param tooLate ends the fold between two pages
    /// @return null when it was too late
    @Nullable Folded<S> latest(
            C command, EventQuery query, @Nullable Folded<S> before, BooleanSupplier tooLate) {
        JournalMark head = events.head(); // before has(): see TaggedEvents
        Folded<S> start =
                before != null
                                && before.through().position() <= head.position()
                                && events.has(before.through())
                        ? before
                        : initial(command);
        return through(start, query, head, tooLate);
    }

    /// Folds the events through a position, as a decision saw and left them.
    ///
    /// @param tooLate ends the fold between two pages
    /// @return null when it was too late
    @Nullable Folded<S> past(
            C command, EventQuery query, JournalMark through, BooleanSupplier tooLate) {
        return through(initial(command), query, through, tooLate);
    }

    private Folded<S> initial(C command) {
        return new Folded<>(boundary.initial(command), 0, JournalMark.BEGINNING);
    }

    private @Nullable Folded<S> through(
            Folded<S> start, EventQuery query, JournalMark end, BooleanSupplier tooLate) {
        S state = start.state();
        long version = start.version();
        long after = start.through().position();
        while (after < end.position()) {
            if (tooLate.getAsBoolean()) {
                return null;
            }
            List<RecordedEvent> page = events.read(query, after, end.position(), PAGE_MAX);
            for (RecordedEvent event : page) {
                for (E one : boundary.codec().decodeAll(event)) {
                    state = boundary.evolve(state, one);
                }
                version = event.position();
            }
            if (!EventPage.isFull(page, PAGE_MAX)) {
                break;
            }
            after = page.getLast().position();
        }
        return new Folded<>(state, version, end);
    }
}
