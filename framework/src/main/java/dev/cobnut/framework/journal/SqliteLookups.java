package dev.cobnut.framework.journal;

import static java.util.Objects.requireNonNull;

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

/// The lookups of a journal in SQLite, whose rows are written in two steps: a log-structured merge.
///
/// The rows of one event lie far from each other: under its customer, under its product. Written at
/// once, each of them takes a page of its own into the write-ahead log.
///
/// ```text
/// publication → lookup_changes   one row at the end of a table, in the publication's transaction
///             → runs             the same changes in memory, sorted
/// merge       → lookups          thousands of changes in the order of the table, in pieces
/// ```
///
/// After a crash the runs are read from `lookup_changes` again.
///
/// **What a reader sees.** It looks into the memory first and into `lookups` then. A change enters
/// the memory before its commit, so whoever sees an event as published finds its rows. It leaves
/// the memory after the commits of its merge. So it is in at least one of the two places.
///
/// Readers use [#find] and [#found]. Everything else belongs to the writer's thread.
final class SqliteLookups {

    /// Changes in memory from which on they are merged. With more, more of them share a page of
    /// `lookups`, the memory has more, and the next start reads more.
    static final int MERGE_AT = 65_536;

    /// A list passes over the removed rows that wait. So as many as this part of [#MERGE_AT] begin
    /// a merge.
    private static final int REMOVED_PART = 16;

    /// Pieces of a merge, unless much arrives meanwhile. Appends wait for one piece at most.
    private static final int PIECES = 256;

    private final int mergeAt;

    /// The oldest first. Each has at least twice the changes of the next one, but for the first one
    /// while it is merged.
    private volatile List<LookupRun> runs;

    /// [#runs] as of the last commit.
    private List<LookupRun> committed;

    /// Changes of the open transaction that are not in the memory yet.
    private final List<LookupChange> staged = new ArrayList<>();

    /// Changes since the last piece of a merge.
    private int arrived;

    /// Of the last row of `lookup_changes`.
    private long lastId;

    private @Nullable Merge merge;

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
        committed = changes.isEmpty() ? List.of() : List.of(LookupRun.of(changes));
        runs = committed;
    }

    /// The first run on its way into `lookups`.
    private static final class Merge {

        private final LookupRun run;

        /// The last row of `lookup_changes` that has changes of the run.
        private final long throughId;

        /// Changes that are in `lookups`.
        private int merged;

        /// Further ones in the open transaction.
        private int written;

        /// They are in `lookups` and not in the memory any more; `lookup_changes` has them still.
        private boolean deleting;

        private Merge(LookupRun run, long throughId) {
            this.run = run;
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
        if (!staged.isEmpty()) {
            arrived += staged.size();
            runs = with(LookupRun.of(staged));
            staged.clear();
        }
    }

    /// Each change is moved once for each doubling of the run that it is in.
    private List<LookupRun> with(LookupRun added) {
        List<LookupRun> all = new ArrayList<>(runs);
        int fixed = merge == null || merge.deleting ? 0 : 1;
        LookupRun last = added;
        while (all.size() > fixed && all.getLast().size() < 2 * last.size()) {
            last = all.removeLast().and(last);
        }
        all.add(last);
        return List.copyOf(all);
    }

    /// The transaction is committed.
    void committed() {
        if (merge != null && !merge.deleting) {
            merge.merged += merge.written;
            merge.written = 0;
            if (merge.merged == merge.run.size()) {
                merge.deleting = true;
                runs = runs.subList(1, runs.size());
            }
        }
        committed = runs;
    }

    /// The transaction is rolled back.
    void rolledBack() {
        staged.clear();
        runs = committed;
        if (merge != null) {
            merge.written = 0;
        }
    }

    /// True when a piece of a merge is to be written.
    boolean isMerging() {
        if (merge == null && isMergeDue()) {
            LookupRun all = runs.getLast();
            for (int i = runs.size() - 2; i >= 0; i--) {
                all = runs.get(i).and(all);
            }
            runs = List.of(all);
            committed = runs;
            merge = new Merge(all, lastId);
            arrived = 0;
        }
        return merge != null;
    }

    private boolean isMergeDue() {
        int changes = 0;
        int removed = 0;
        for (LookupRun run : runs) {
            changes += run.size();
            removed += run.removed();
        }
        return changes >= mergeAt || removed > mergeAt / REMOVED_PART;
    }

    /// Writes the next piece of a merge. It is larger than what arrived since the piece before, so
    /// a merge comes to its end.
    ///
    /// @return number of changed rows
    int merge(SqliteStatements statements) throws SQLException {
        Merge running = requireNonNull(merge, "no merge is due");
        int most = Math.max(mergeAt / PIECES, 2 * arrived + 1);
        arrived = 0;
        if (running.deleting) {
            int deleted = statements.deleteLookupChanges(running.throughId, most);
            if (deleted < most) {
                merge = null;
            }
            return deleted;
        }
        List<LookupChange> piece = running.run.page(running.merged, most);
        statements.apply(piece);
        running.written = piece.size();
        return piece.size();
    }

    /// Items of a part of a lookup's group, in its order.
    ///
    /// @param limit most items to return, from 1
    List<String> find(SqliteReaders readers, LookupRange range, int limit) {
        Comparator<String> rising = LookupOrder::compareTexts;
        Comparator<String> order = range.ascending() ? rising : rising.reversed();
        NavigableSet<String> items = new TreeSet<>(order);
        Set<String> removed = new HashSet<>();
        List<LookupRun.Part> parts = runs.reversed().stream().map(run -> run.part(range)).toList();
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
        List<LookupRun> newestFirst = runs.reversed();
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
