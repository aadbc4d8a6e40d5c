package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventQuery;

/// What must be true for an append: no event that matches the query comes after the mark, and the
/// mark is in the journal. The transaction of the append checks it.
///
/// @param query the events on which the decision depends
/// @param after through which the decision has read them; [JournalMark#BEGINNING] for "there is no
///   such event at all"
public record AppendCondition(EventQuery query, JournalMark after) {}
