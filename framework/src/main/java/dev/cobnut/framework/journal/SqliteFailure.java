package dev.cobnut.framework.journal;

import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// Kinds of SQLite errors, by their consequence for the journal
/// (<https://www.sqlite.org/rescode.html>).
enum SqliteFailure {

    /// The disk is full; the journal recovers once there is space.
    DISK_FULL,

    /// Another program holds a lock on the file; the journal recovers when it ends.
    BUSY,

    /// The disk or the file is not reliable any more. The write is not repeated, because a second
    /// fsync can succeed without having written (<https://wiki.postgresql.org/wiki/Fsync_Errors>).
    BROKEN,

    /// SQLite does not accept the statement: a bug, and the file is fine.
    STATEMENT;

    static SqliteFailure of(SQLException failure) {
        if (!(failure instanceof SQLiteException sqlite)) {
            return STATEMENT;
        }
        SQLiteErrorCode result = sqlite.getResultCode();
        if (result == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE) { // the log's index cannot grow
            return DISK_FULL;
        }
        return switch (result.code & 0xff) {
            case 13 -> DISK_FULL; // SQLITE_FULL
            case 5, 6 -> BUSY; // SQLITE_BUSY, SQLITE_LOCKED
            // PERM, NOMEM, READONLY, IOERR, CORRUPT, CANTOPEN, PROTOCOL, NOTADB
            case 3, 7, 8, 10, 11, 14, 15, 26 -> BROKEN;
            default -> STATEMENT;
        };
    }

    /// True for a COMMIT whose last frame is not in the log.
    static boolean provesThatNothingWasCommitted(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_FULL;
    }

    /// One sentence for an operator about a failed write.
    static String sentence(Path file, SQLException failure) {
        return switch (of(failure)) {
            case DISK_FULL ->
                    "the disk of "
                            + file
                            + " is full; give it space, the journal comes back by itself";
            case BUSY ->
                    "another program holds a lock on "
                            + file
                            + "; end it, the journal comes back by itself";
            case BROKEN ->
                    "writing "
                            + file
                            + " failed ("
                            + failure.getMessage()
                            + "); check the disk and restart";
            case STATEMENT ->
                    "the journal could not write the group (" + failure.getMessage() + ")";
        };
    }

    /// One sentence for an operator about a file that does not open.
    static JournalException atOpen(Path file, SQLException failure) {
        String message =
                switch (failure instanceof SQLiteException sqlite
                        ? sqlite.getResultCode().code & 0xff
                        : -1) {
                    case 11, 26 -> // SQLITE_CORRUPT, SQLITE_NOTADB
                            file
                                    + " is not a SQLite file or is damaged; restore it from a backup, or move it away to start an empty journal";
                    case 8 -> // SQLITE_READONLY
                            file + " is read-only; make it writable for the user of this process";
                    case 13 -> "the disk of " + file + " is full; give it space and start again";
                    case 5, 6 -> "another program holds a lock on " + file + "; end it";
                    case 3, 14 -> // SQLITE_PERM, SQLITE_CANTOPEN
                            file
                                    + " cannot be opened; check its permissions and those of its folder";
                    default -> "the journal " + file + " cannot be opened: " + failure.getMessage();
                };
        return new JournalException(message, failure);
    }
}
