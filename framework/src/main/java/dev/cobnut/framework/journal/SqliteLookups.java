package dev.cobnut.framework.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The lookups of a journal in SQLite, whose rows are written in two steps ([PendingRuns]). The
/// rows of one event lie far from each other: under its customer, under its product.
///
/// A publication appends its changes as one row to `lookup_changes`; merges write them into
/// `lookups`. Whoever sees an event as published finds its rows.
///
/// Readers use [#find] and [#found]. Everything else belongs to the writer's thread.
final class SqliteLookups implements PendingRuns.Table<LookupChange, LookupRun> {

    /// A list passes over the removed rows that wait. So as many as this part of a merge's changes
    /// begin one.
    private static final int REMOVED_PART = 16;

    private final int mergeAt;
    private final PendingRuns<LookupChange, LookupRun> pending;

    /// Of the last row of `lookup_changes`.
    private long lastId;

    /// Reads what waits.
    ///
    /// @param mergeAt changes in memory from which on they are merged
    SqliteLookups(Connection connection, int mergeAt) throws SQLException {
        this.mergeAt = mergeAt;
        List<LookupChange> changes = new ArrayList<>();
        try (PreparedStatement select =
                        connection.prepareStatement(
                                "SELECT id, changes FROM lookup_changes ORDER BY id");
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                lastId = row.getLong(1);
                changes.addAll(LookupChangesFormat.decode(row.getBytes(2)));
            }
        } catch (IllegalArgumentException e) {
            throw new SQLException("row " + lastId + " of lookup_changes: " + e.getMessage(), e);
        }
        pending = new PendingRuns<>(this, mergeAt, changes);
    }

    /// What waits, with the steps of the transaction and of a merge.
    PendingRuns<LookupChange, LookupRun> pending() {
        return pending;
    }

    /// Writes changes in the order in which they are to be applied; the last one of a row counts.
    ///
    /// @return number of changed rows
    int change(SqliteStatements statements, List<LookupChange> changes) throws SQLException {
        if (changes.isEmpty()) {
            return 0;
        }
        statements.insertLookupChanges(++lastId, LookupChangesFormat.encode(changes));
        changes.forEach(pending::stage);
        return 1;
    }

    @Override
    public LookupRun run(List<LookupChange> rows) {
        return LookupRun.of(rows);
    }

    @Override
    public boolean isDue(List<LookupRun> runs) {
        int changes = 0;
        int removed = 0;
        for (LookupRun run : runs) {
            changes += run.size();
            removed += run.removed();
        }
        return changes >= mergeAt || removed > mergeAt / REMOVED_PART;
    }

    @Override
    public long lastAppended() {
        return lastId;
    }

    @Override
    public int write(SqliteStatements statements, LookupRun run, int from, int most)
            throws SQLException {
        List<LookupChange> piece = run.page(from, most);
        statements.apply(piece);
        return piece.size();
    }

    /// Deletes the rows of `lookup_changes` that are merged.
    @Override
    public int end(SqliteStatements statements, long throughAppended, int most)
            throws SQLException {
        return statements.deleteLookupChanges(throughAppended, most);
    }

    /// Items of a part of a lookup's group, in its order.
    ///
    /// @param limit most items to return, from 1
    List<String> find(SqliteReaders readers, LookupRange range, int limit) {
        Comparator<String> rising = LookupOrder::compareTexts;
        Comparator<String> order = range.ascending() ? rising : rising.reversed();
        NavigableSet<String> items = new TreeSet<>(order);
        Set<String> removed = new HashSet<>();
        List<LookupRun.Part> parts =
                pending.newestFirst().stream().map(run -> run.part(range)).toList();
        LookupChange next = next(parts, order);
        while (next != null && items.size() < limit) {
            (next instanceof LookupChange.Put ? items : removed).add(next.item());
            for (LookupRun.Part part : parts) {
                part.pass(next.item());
            }
            next = next(parts, order);
        }
        List<String> stored = readers.ask(reader -> reader.findInLookup(range, removed, limit));
        if (items.isEmpty()) {
            return stored;
        }
        items.addAll(stored);
        return items.stream().limit(limit).toList();
    }

    /// @param parts the newest first, so that its change of an item counts
    private static @Nullable LookupChange next(
            List<LookupRun.Part> parts, Comparator<String> order) {
        LookupChange next = null;
        for (LookupRun.Part part : parts) {
            LookupChange current = part.current();
            if (current != null
                    && (next == null || order.compare(current.item(), next.item()) < 0)) {
                next = current;
            }
        }
        return next;
    }

    /// Those of the items that are in a lookup's group.
    Set<String> found(
            SqliteReaders readers, String lookup, String group, Collection<String> items) {
        List<LookupRun> newestFirst = pending.newestFirst();
        Set<String> found = HashSet.newHashSet(items.size());
        List<String> others = new ArrayList<>();
        for (String item : items) {
            LookupChange change = null;
            for (int i = 0; i < newestFirst.size() && change == null; i++) {
                change = newestFirst.get(i).find(lookup, group, item);
            }
            if (change == null) {
                others.add(item);
            } else if (change instanceof LookupChange.Put) {
                found.add(item);
            }
        }
        if (!others.isEmpty()) {
            found.addAll(readers.ask(reader -> reader.foundInLookup(lookup, group, others)));
        }
        return found;
    }
}
