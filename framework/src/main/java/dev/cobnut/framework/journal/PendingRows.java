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
///             → memory          the same, where readers find them
/// merge       → the table       many thousands of rows in its order, in pieces
/// ```
///
/// After a crash the memory is read from the appended rows again.
///
/// **What a reader sees.** It looks into the memory first and into the table then. A row enters the
/// memory before its commit, and leaves it after the commits of its merge. So it is in at least one
/// of the two places.
///
/// Belongs to the writer's thread.
///
/// @param <T> a row
final class PendingRows<T> {

    /// Rows that wait, for readers on any thread. The writer's thread changes them.
    ///
    /// @param <T> a row
    interface Memory<T> {

        /// Shows rows of the open transaction to the readers.
        void add(List<T> rows);

        /// The transaction is committed.
        void committed();

        /// The transaction is rolled back: takes its rows out again, and its piece of a merge is
        /// not written.
        void rolledBack();

        /// True when what waits is to be merged.
        boolean isDue();

        /// Begins a merge of everything that waits. Readers find it until [#dropMerged]. There is
        /// no open transaction.
        void beginMerge();

        /// Writes the next rows of the merge into the table, in its order.
        ///
        /// @param most rows
        /// @return number of rows
        int write(SqliteStatements statements, int most) throws SQLException;

        /// True when all rows of the merge are written and committed.
        boolean isMerged();

        /// Drops the rows of the merge.
        void dropMerged();
    }

    /// The rows that are appended for a start after a crash.
    interface Appended {

        /// The last one.
        long last();

        /// Ends a merge: its rows are in the table, and the next start need not read them.
        ///
        /// @param through the last of the appended rows that were merged
        /// @param most rows to delete
        /// @return number of deleted rows; fewer than `most` when the merge is ended
        int end(SqliteStatements statements, long through, int most) throws SQLException;
    }

    private final Memory<T> memory;
    private final Appended appended;

    /// Rows of the open transaction that are not in the memory yet.
    private final List<T> staged = new ArrayList<>();

    /// Rows since the last piece of a merge.
    private int arrived;

    private @Nullable Merge merge;

    PendingRows(Memory<T> memory, Appended appended) {
        this.memory = memory;
        this.appended = appended;
    }

    private static final class Merge {

        private final long throughAppended;

        /// The rows are in the table and not in the memory any more; the merge is not ended yet.
        private boolean ending;

        private Merge(long throughAppended) {
            this.throughAppended = throughAppended;
        }
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
            memory.add(staged);
            arrived += staged.size();
            staged.clear();
        }
    }

    /// The transaction is committed.
    void committed() {
        memory.committed();
        if (merge != null && !merge.ending && memory.isMerged()) {
            merge.ending = true;
            memory.dropMerged();
        }
    }

    /// The transaction is rolled back.
    void rolledBack() {
        staged.clear();
        memory.rolledBack();
    }

    /// True when a piece of a merge is to be written. Begins the merge when one is due. There is no
    /// open transaction.
    boolean isMerging() {
        if (merge == null && memory.isDue()) {
            memory.beginMerge();
            merge = new Merge(appended.last());
            arrived = 0;
        }
        return merge != null;
    }

    /// True when [#isMerging] was, and the merge is not ended.
    boolean hasMerge() {
        return merge != null;
    }

    /// Writes the next piece of a merge with the open transaction. It is larger than what arrived
    /// since the piece before, so a merge comes to its end.
    ///
    /// @param least rows of the piece, when the merge has so many
    /// @return number of changed rows
    int merge(SqliteStatements statements, int least) throws SQLException {
        Merge running = requireNonNull(merge, "no merge is due");
        int most = Math.max(least, 2 * arrived + 1);
        arrived = 0;
        if (!running.ending) {
            return memory.write(statements, most);
        }
        int changed = appended.end(statements, running.throughAppended, most);
        if (changed < most) {
            merge = null;
        }
        return changed;
    }
}
