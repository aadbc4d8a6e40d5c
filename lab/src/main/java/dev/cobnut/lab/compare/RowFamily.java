package dev.cobnut.lab.compare;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/// Rows that form one family for the correction of their p values.
///
/// @param id unique in its window
public record RowFamily(String id, List<Row> rows) {

    public RowFamily {
        rows = List.copyOf(rows);
    }

    /// @throws NoSuchElementException when there is no row of that name
    public Row row(String name) {
        return find(name)
                .orElseThrow(
                        () -> new NoSuchElementException("No row '%s' in %s".formatted(name, id)));
    }

    public Optional<Row> find(String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst();
    }
}
