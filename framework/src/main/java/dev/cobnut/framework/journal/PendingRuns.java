package dev.cobnut.framework.journal;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows on their way into a table of SQLite in which they lie far from each other: a log-structured
/// merge. Written at once, each of them would take a page of its own into the write-ahead log.
///
/// ```text
/// transaction → appended rows   at the end of another table, with the transaction
///             → runs            the same in memory, sorted
/// merge       → the table       thousands of rows in its order, in pieces
/// ```
///
/// After a crash the runs are read from the appended rows again.
///
/// **What a reader sees.** It looks into the memory first and into the table then. A row enters the
/// memory before its commit, and leaves it after the commits of its merge. So it is in at least one
/// of the two places.
///
/// Readers use [#newestFirst]. Everything else belongs to the writer's thread.
///
/// @param <T> a row
/// @param <R> a run
final class PendingRuns<T, R extends PendingRuns.Run<R>> {

    /// Rows in memory from which on they are merged. With more, more of them share a page of the
    /// table, the memory has more, and the next start reads more.
    static final int MERGE_AT = 65_536;

    /// Pieces of a merge, unless much arrives meanwhile. Appends wait for one piece at most.
    private static final int PIECES = 256;

    /// Rows in the order of their table. Immutable.
    ///
    /// @param <R> the class itself
    interface Run<R> {

        int size();

        /// These rows, and then later ones.
        R and(R later);
    }

    /// Where the rows are written.
    ///
    /// @param <T> a row
    /// @param <R> a run
    interface Table<T, R> {

        /// Sorts rows.
        R run(List<T> rows);

        /// True when these runs are to be merged.
        boolean isDue(List<R> runs);

        /// The last of the appended rows that the runs have.
        long lastAppended();

        /// Writes a part of a run into the table.
        ///
        /// @param from index of the first row, from 0
        /// @param most rows
        /// @return number of rows, from 1
        int write(SqliteStatements statements, R run, int from, int most) throws SQLException;

        /// Ends a merge: its rows are in the table, and the next start need not read them.
        ///
        /// @param throughAppended the last of the appended rows that were merged
        /// @param most rows to delete
        /// @return number of deleted rows; fewer than `most` when the merge is ended
        int end(SqliteStatements statements, long throughAppended, int most) throws SQLException;
    }

    private final Table<T, R> table;
    private final int mergeAt;

    /// The oldest first. Each has at least twice the rows of the next one, but for the first one
    /// while it is merged.
    private volatile List<R> runs;

    /// [#runs] as of the last commit.
    private List<R> committed;

    /// Rows of the open transaction that are not in the memory yet.
    private final List<T> staged = new ArrayList<>();

    /// Rows since the last piece of a merge.
    private int arrived;

    private @Nullable Merge<R> merge;

    /// @param mergeAt rows of a merge; its pieces are a part of it
    /// @param waiting what the appended rows give at the start
    PendingRuns(Table<T, R> table, int mergeAt, List<T> waiting) {
        this.table = table;
        this.mergeAt = mergeAt;
        committed = waiting.isEmpty() ? List.of() : List.of(table.run(waiting));
        runs = committed;
    }

    /// The first run on its way into the table.
    private static final class Merge<R> {

        private final R run;
        private final long throughAppended;

        /// Rows that are in the table.
        private int merged;

        /// Further ones in the open transaction.
        private int written;

        /// They are in the table and not in the memory any more; the merge is not ended yet.
        private boolean ending;

        private Merge(R run, long throughAppended) {
            this.run = run;
            this.throughAppended = throughAppended;
        }
    }

    List<R> newestFirst() {
        return runs.reversed();
    }

    /// Adds a row of the open transaction.
    void stage(T row) {
        staged.add(row);
    }

    /// Takes the rows of the open transaction out again.
    ///
    /// @return how many there were
    int unstage() {
        int rows = staged.size();
        staged.clear();
        return rows;
    }

    /// Shows the rows of the open transaction to the readers. Its commit follows at once.
    void show() {
        if (!staged.isEmpty()) {
            R added = table.run(staged);
            staged.clear();
            arrived += added.size();
            runs = with(added);
        }
    }

    /// Each row is moved once for each doubling of the run that it is in.
    private List<R> with(R added) {
        List<R> all = new ArrayList<>(runs);
        int fixed = merge == null || merge.ending ? 0 : 1;
        R last = added;
        while (all.size() > fixed && all.getLast().size() < 2 * last.size()) {
            last = all.removeLast().and(last);
        }
        all.add(last);
        return List.copyOf(all);
    }

    /// The transaction is committed.
    void committed() {
        if (merge != null && !merge.ending) {
            merge.merged += merge.written;
            merge.written = 0;
            if (merge.merged == merge.run.size()) {
                merge.ending = true;
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
        if (merge == null && table.isDue(runs)) {
            R all = runs.getLast();
            for (int i = runs.size() - 2; i >= 0; i--) {
                all = runs.get(i).and(all);
            }
            runs = List.of(all);
            committed = runs;
            merge = new Merge<>(all, table.lastAppended());
            arrived = 0;
        }
        return merge != null;
    }

    /// Writes the next piece of a merge. It is larger than what arrived since the piece before, so
    /// a merge comes to its end.
    ///
    /// @return number of changed rows
    int merge(SqliteStatements statements) throws SQLException {
        Merge<R> running = requireNonNull(merge, "no merge is due");
        int most = Math.max(mergeAt / PIECES, 2 * arrived + 1);
        arrived = 0;
        if (running.ending) {
            int changed = table.end(statements, running.throughAppended, most);
            if (changed < most) {
                merge = null;
            }
            return changed;
        }
        running.written = table.write(statements, running.run, running.merged, most);
        return running.written;
    }
}
