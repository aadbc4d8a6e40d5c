package dev.cobnut.framework.journal;

import java.nio.file.Path;

/// Settings of a [SqliteJournal].
///
/// @param folder where `journal.db` and its companions live; created when missing; on a local disk,
///   used by one process at a time
/// @param queueCapacity most appends that wait for the writer; more are answered `Unavailable`
/// @param groupMax most commands that share one commit; bounds how long a commit takes
/// @param readerConnections most queries at the same time; further callers wait
/// @param walCheckpointPages pages of 4 096 bytes in the write-ahead log from which on it is copied
///   into `journal.db` in the background
/// @param walPagesMax pages in the write-ahead log from which on the writer stops to have it copied
///   and restarted; bounds the log on disk and the time of a restart after a crash
public record SqliteSettings(
        Path folder,
        int queueCapacity,
        int groupMax,
        int readerConnections,
        int walCheckpointPages,
        int walPagesMax) {

    public static final int QUEUE_CAPACITY_DEFAULT = 8_192;
    public static final int GROUP_MAX_DEFAULT = 256;
    public static final int READER_CONNECTIONS_DEFAULT = 2;

    /// About 16 MB.
    public static final int WAL_CHECKPOINT_PAGES_DEFAULT = 4_000;

    /// About 128 MB.
    public static final int WAL_PAGES_MAX_DEFAULT = 32_000;

    public SqliteSettings {
        if (folder.toString().contains("?")) {
            throw new IllegalArgumentException(
                    "the journal's folder must not contain '?', which the SQLite driver takes for the start of options, but is "
                            + folder);
        }
        if (queueCapacity < 2 || queueCapacity > 1_048_576) {
            throw new IllegalArgumentException(
                    "queueCapacity must be from 2 to 1048576 appends, but was " + queueCapacity);
        }
        if (groupMax < 1 || groupMax > 4_096) {
            throw new IllegalArgumentException(
                    "groupMax must be from 1 to 4096 commands, but was " + groupMax);
        }
        if (readerConnections < 1 || readerConnections > 64) {
            throw new IllegalArgumentException(
                    "readers must be from 1 to 64 connections, but was " + readerConnections);
        }
        if (walCheckpointPages < 100) {
            throw new IllegalArgumentException(
                    "walCheckpointPages must be at least 100 pages, but was " + walCheckpointPages);
        }
        if (walPagesMax < walCheckpointPages) {
            throw new IllegalArgumentException(
                    "walPagesMax must be at least wal-checkpoint-pages ("
                            + walCheckpointPages
                            + "), but was "
                            + walPagesMax);
        }
    }

    /// The defaults.
    public static SqliteSettings in(Path folder) {
        return new SqliteSettings(
                folder,
                QUEUE_CAPACITY_DEFAULT,
                GROUP_MAX_DEFAULT,
                READER_CONNECTIONS_DEFAULT,
                WAL_CHECKPOINT_PAGES_DEFAULT,
                WAL_PAGES_MAX_DEFAULT);
    }

    SqliteSettings withQueue(int capacity, int groupMax) {
        return new SqliteSettings(
                folder, capacity, groupMax, readerConnections, walCheckpointPages, walPagesMax);
    }

    SqliteSettings withWalPages(int checkpoint, int max) {
        return new SqliteSettings(
                folder, queueCapacity, groupMax, readerConnections, checkpoint, max);
    }
}
