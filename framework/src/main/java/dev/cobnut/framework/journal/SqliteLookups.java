package dev.cobnut.framework.journal;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// The lookups of a journal in SQLite, whose rows are written in two steps.
///
/// The rows of one event lie far from each other: under its customer, under its product. Written at
/// once, each of them takes a page of its own into the write-ahead log.
///
/// ```text
/// publication → lookup_changes   one row at the end of a table, in the publication's transaction
///             → waiting          the same changes in memory, sorted
/// merge       → lookups          thousands of changes in the order of the table, in pieces
/// ```
///
/// After a crash the waiting changes are read from `lookup_changes` again.
///
/// **What a reader sees.** It looks into the memory first and into `lookups` then. A change enters
/// the memory before its commit, so whoever sees an event as published finds its rows. It leaves
/// the memory after the commit of its merge. So it is in at least one of the two places.
///
/// Readers use [#find] and [#found]. Everything else belongs to the writer's thread.
final class SqliteLookups {

    /// Waiting changes from which on they are merged. With more, more of them share a page of
    /// `lookups`; each takes about 200 bytes of memory, and the next start reads them.
    static final int MERGE_AT = 32_768;

    /// Pieces of a merge, unless much arrives meanwhile. A piece takes about as long as a commit.
    private static final int PIECES = 128;

    /// True for a row that is put, false for one that is removed.
    private volatile NavigableMap<LookupKey, Boolean> waiting;

    private final int mergeAt;

    /// Changes of the open transaction that are not in the memory yet.
    private final List<LookupChange> staged = new ArrayList<>();

    /// The changes of the open transaction are in the memory.
    private boolean shown;

    /// Changes since the last piece of a merge.
    private int arrived;

    private long lastId;

    private @Nullable Merge merge;

    /// @param mergeAt waiting changes from which on they are merged
    SqliteLookups(Connection connection, int mergeAt) throws SQLException {
        this.mergeAt = mergeAt;
        waiting = read(connection);
    }

    /// One pass over the waiting changes.
    private static final class Merge {

        /// The rows of `lookup_changes` whose changes it merges.
        private final long throughId;

        /// The last row that is merged.
        private @Nullable LookupKey last;

        /// The changes of the open transaction.
        private List<Map.Entry<LookupKey, Boolean>> piece = List.of();

        private Merge(long throughId) {
            this.throughId = throughId;
        }
    }

    /// Writes changes in the order in which they are to be applied; the last one of a row counts.
    ///
    /// @return number of changed rows
    int change(SqliteStatements statements, List<LookupChange> changes) throws SQLException {
        if (changes.isEmpty()) {
            return 0;
        }
        statements.insertLookupChanges(++lastId, LookupChangesFormat.encode(changes));
        staged.addAll(changes);
        return 1;
    }

    /// Shows the changes of the open transaction to the readers. Its commit follows at once.
    void show() {
        for (LookupChange change : staged) {
            waiting.put(LookupKey.of(change), change instanceof LookupChange.Put);
        }
        arrived += staged.size();
        shown = !staged.isEmpty();
        staged.clear();
    }

    /// The transaction is committed.
    void committed() {
        shown = false;
        if (merge != null && !merge.piece.isEmpty()) {
            merge.piece.forEach(change -> waiting.remove(change.getKey()));
            merge.last = merge.piece.getLast().getKey();
            merge.piece = List.of();
        }
    }

    /// The transaction is rolled back. A merge begins anew.
    void rolledBack(Connection connection) throws SQLException {
        staged.clear();
        if (shown || merge != null) {
            shown = false;
            merge = null;
            waiting = read(connection);
        }
    }

    /// True when a piece of a merge is to be written.
    boolean isMerging() {
        if (merge == null && waiting.size() >= mergeAt) {
            merge = new Merge(lastId);
        }
        return merge != null;
    }

    /// Writes the next piece of a merge. It is larger than what arrived since the piece before, so
    /// a merge comes to its end.
    ///
    /// @return number of changed rows
    int merge(SqliteStatements statements) throws SQLException {
        Merge running = requireNonNull(merge, "no merge is due");
        int most = Math.max(mergeAt / PIECES, 2 * arrived + 1);
        arrived = 0;
        running.piece =
                (running.last == null ? waiting : waiting.tailMap(running.last, false))
                        .entrySet().stream().limit(most).toList();
        if (!running.piece.isEmpty()) {
            statements.putLookups(rows(running.piece, true));
            statements.removeLookups(rows(running.piece, false));
            return running.piece.size();
        }
        int deleted = statements.deleteLookupChanges(running.throughId, most);
        if (deleted < most) {
            merge = null;
        }
        return deleted;
    }

    private static List<LookupKey> rows(List<Map.Entry<LookupKey, Boolean>> changes, boolean put) {
        return changes.stream()
                .filter(change -> change.getValue() == put)
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Items of a part of a lookup's group, in its order.
    ///
    /// @param limit most items to return, from 1
    List<String> find(SqliteReaders readers, LookupRange range, int limit) {
        Comparator<String> order = LookupKey::compareTexts;
        NavigableSet<String> items = new TreeSet<>(range.ascending() ? order : order.reversed());
        Set<String> removed = new HashSet<>();
        for (Map.Entry<LookupKey, Boolean> change : waitingIn(range).entrySet()) {
            if (!change.getValue()) {
                removed.add(change.getKey().item());
            } else if (items.add(change.getKey().item()) && items.size() == limit) {
                break;
            }
        }
        List<String> stored =
                readers.ask(reader -> reader.findInLookup(range, removed::contains, limit));
        if (items.isEmpty()) {
            return stored;
        }
        items.addAll(stored);
        return items.stream().limit(limit).toList();
    }

    private NavigableMap<LookupKey, Boolean> waitingIn(LookupRange range) {
        String after = range.after();
        String before = range.before();
        LookupKey low = new LookupKey(range.lookup(), range.group(), after == null ? "" : after);
        LookupKey high =
                before == null
                        ? new LookupKey(range.lookup(), range.group() + '\0', "")
                        : new LookupKey(range.lookup(), range.group(), before);
        if (low.compareTo(high) >= 0) {
            return Collections.emptyNavigableMap();
        }
        NavigableMap<LookupKey, Boolean> part = waiting.subMap(low, false, high, false);
        return range.ascending() ? part : part.descendingMap();
    }

    /// Those of the items that are in a lookup's group.
    Set<String> found(
            SqliteReaders readers, String lookup, String group, Collection<String> items) {
        Set<String> found = HashSet.newHashSet(items.size());
        List<String> others = new ArrayList<>();
        for (String item : items) {
            Boolean put = waiting.get(new LookupKey(lookup, group, item));
            if (put == null) {
                others.add(item);
            } else if (put) {
                found.add(item);
            }
        }
        if (!others.isEmpty()) {
            found.addAll(readers.ask(reader -> reader.foundInLookup(lookup, group, others)));
        }
        return found;
    }

    private NavigableMap<LookupKey, Boolean> read(Connection connection) throws SQLException {
        NavigableMap<LookupKey, Boolean> changes = new ConcurrentSkipListMap<>();
        lastId = 0;
        try (PreparedStatement select =
                        connection.prepareStatement(
                                "SELECT id, changes FROM lookup_changes ORDER BY id");
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                lastId = row.getLong(1);
                LookupChangesFormat.decode(row.getBytes(2), changes::put);
            }
        } catch (IllegalArgumentException e) {
            throw new SQLException("row " + lastId + " of lookup_changes: " + e.getMessage(), e);
        }
        return changes;
    }
}
