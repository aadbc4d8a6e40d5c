package dev.cobnut.framework.journal;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Hashes of command keys that wait, as sorted runs: a log-structured merge in memory. A run is an
/// array that nobody changes.
final class KeyRuns implements PendingRows.Memory<KeyRun.Entry> {

    private final int mergeAt;

    /// The oldest first. Each has at least twice the rows of the next one, but for the first one
    /// while it is merged.
    private volatile List<KeyRun> runs;

    /// [#runs] as of the last commit.
    private List<KeyRun> committed;

    /// The first run is on its way into the table.
    private boolean merging;

    /// Its rows that are in the table.
    private int merged;

    /// Further ones in the open transaction.
    private int written;

    /// @param mergeAt keys from which on they are merged
    /// @param waiting those of before the start
    KeyRuns(int mergeAt, List<KeyRun.Entry> waiting) {
        this.mergeAt = mergeAt;
        committed = waiting.isEmpty() ? List.of() : List.of(KeyRun.of(waiting));
        runs = committed;
    }

    List<KeyRun> newestFirst() {
        return runs.reversed();
    }

    /// Each row is moved once for each doubling of the run that it is in.
    @Override
    public void add(List<KeyRun.Entry> rows) {
        List<KeyRun> all = new ArrayList<>(runs);
        KeyRun last = KeyRun.of(rows);
        while (all.size() > (merging ? 1 : 0) && all.getLast().size() < 2 * last.size()) {
            last = all.removeLast().and(last);
        }
        all.add(last);
        runs = List.copyOf(all);
    }

    @Override
    public void committed() {
        merged += written;
        written = 0;
        committed = runs;
    }

    @Override
    public void rolledBack() {
        written = 0;
        runs = committed;
    }

    @Override
    public boolean isDue() {
        int keys = 0;
        for (KeyRun run : runs) {
            keys += run.size();
        }
        return keys >= mergeAt;
    }

    @Override
    public void beginMerge() {
        KeyRun all = runs.getLast();
        for (int i = runs.size() - 2; i >= 0; i--) {
            all = runs.get(i).and(all);
        }
        runs = List.of(all);
        committed = runs;
        merging = true;
        merged = 0;
    }

    @Override
    public int write(SqliteStatements statements, int most) throws SQLException {
        KeyRun run = runs.getFirst();
        int end = Math.min(run.size(), merged + most);
        statements.insertKeys(run, merged, end);
        written = end - merged;
        return written;
    }

    @Override
    public boolean isMerged() {
        return merging && merged == runs.getFirst().size();
    }

    @Override
    public void dropMerged() {
        merging = false;
        runs = runs.subList(1, runs.size());
        committed = runs;
    }
}
