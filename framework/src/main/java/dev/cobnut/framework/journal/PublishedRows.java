package dev.cobnut.framework.journal;

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
        return lookups.values().stream().filter(change -> change.isPut() == put).toList();
    }
}
