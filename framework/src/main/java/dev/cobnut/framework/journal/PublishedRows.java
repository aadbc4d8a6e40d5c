package dev.cobnut.framework.journal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The publications of a group as sets of rows. For each lookup row the last change is kept, so the
/// order of the changes no longer matters.
final class PublishedRows {

    private record Row(String lookup, String group, String item) {}

    private static final PublishedRows NONE = new PublishedRows(List.of());

    private final Long[] positions;
    private final Map<Row, Boolean> lookups = new LinkedHashMap<>();

    private PublishedRows(List<Publication> publications) {
        positions =
                publications.stream()
                        .flatMap(publication -> publication.positions().stream())
                        .toArray(Long[]::new);
        for (Publication publication : publications) {
            for (LookupChange change : publication.lookups()) {
                Row row = new Row(change.lookup(), change.group(), change.item());
                lookups.put(row, change instanceof LookupChange.Put);
            }
        }
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
        List<Row> rows =
                lookups.entrySet().stream()
                        .filter(entry -> entry.getValue() == put)
                        .map(Map.Entry::getKey)
                        .toList();
        return new String[][] {
            rows.stream().map(Row::lookup).toArray(String[]::new),
            rows.stream().map(Row::group).toArray(String[]::new),
            rows.stream().map(Row::item).toArray(String[]::new)
        };
    }
}
