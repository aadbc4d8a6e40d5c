package dev.cobnut.framework.journal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The publications of a group as sets of rows. For each lookup row the change of its last event is
/// kept, so the order of the changes no longer matters.
final class PublishedRows {

    private record Row(String lookup, String group, String item) {

        static Row of(LookupChange change) {
            return new Row(change.lookup(), change.group(), change.item());
        }
    }

    private static final PublishedRows NONE = new PublishedRows(List.of());

    private final Long[] positions;
    private final Map<Row, LookupChange> lookups = new LinkedHashMap<>();

    private PublishedRows(List<Publication> publications) {
        positions =
                publications.stream()
                        .flatMap(publication -> publication.positions().stream())
                        .toArray(Long[]::new);
        for (Publication publication : publications) {
            for (LookupChange change : publication.lookups()) {
                lookups.merge(Row.of(change), change, PublishedRows::later);
            }
        }
    }

    /// A row belongs to one stream, whose events are recorded in the order of their positions.
    private static LookupChange later(LookupChange one, LookupChange other) {
        return other.position() >= one.position() ? other : one;
    }

    static PublishedRows of(List<Publication> publications) {
        return publications.isEmpty() ? NONE : new PublishedRows(publications);
    }

    /// The last change of each row, near rows beside each other.
    ///
    /// @param published positions whose changes are left out
    static List<LookupChange> lastOfEachRow(
            List<LookupChange> changes, Collection<Long> published) {
        List<LookupChange> sorted = new ArrayList<>(changes.size());
        for (LookupChange change : changes) {
            if (published.isEmpty() || !published.contains(change.position())) {
                sorted.add(change);
            }
        }
        sorted.sort(PublishedRows::byRowAndPosition);
        List<LookupChange> last = new ArrayList<>(sorted.size());
        for (LookupChange change : sorted) {
            if (!last.isEmpty() && byRow(last.getLast(), change) == 0) {
                last.removeLast();
            }
            last.add(change);
        }
        return last;
    }

    private static int byRowAndPosition(LookupChange one, LookupChange other) {
        int byRow = byRow(one, other);
        return byRow != 0 ? byRow : Long.compare(one.position(), other.position());
    }

    private static int byRow(LookupChange one, LookupChange other) {
        int byLookup = compare(one.lookup(), other.lookup());
        if (byLookup != 0) {
            return byLookup;
        }
        int byGroup = compare(one.group(), other.group());
        return byGroup != 0 ? byGroup : compare(one.item(), other.item());
    }

    /// Names are often the same object.
    @SuppressWarnings("ReferenceEquality")
    private static int compare(String one, String other) {
        return one == other ? 0 : one.compareTo(other);
    }

    boolean isEmpty() {
        return positions.length == 0 && lookups.isEmpty();
    }

    Long[] positions() {
        return positions;
    }

    /// Names, groups and items of the lookup rows that are put, or of those that are removed.
    String[][] lookups(boolean put) {
        List<LookupChange> changes = changes(put);
        return new String[][] {
            changes.stream().map(LookupChange::lookup).toArray(String[]::new),
            changes.stream().map(LookupChange::group).toArray(String[]::new),
            changes.stream().map(LookupChange::item).toArray(String[]::new)
        };
    }

    /// Positions of the events of [#lookups], in their order.
    Long[] lookupPositions(boolean put) {
        return changes(put).stream().map(LookupChange::position).toArray(Long[]::new);
    }

    private List<LookupChange> changes(boolean put) {
        return lookups.values().stream()
                .filter(change -> change instanceof LookupChange.Put == put)
                .toList();
    }
}
