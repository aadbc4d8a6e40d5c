package dev.cobnut.loadtests.compare;

import java.util.List;

/// Rows that are one family for the correction of their p values.
///
/// @param id unique in its window
/// @param gates whether a regression in it fails the check of the session
public record Table(String id, boolean gates, List<Row> rows) {

    public Table {
        rows = List.copyOf(rows);
    }
}
