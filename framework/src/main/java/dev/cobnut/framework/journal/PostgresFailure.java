package dev.cobnut.framework.journal;

import java.io.IOException;
import java.net.UnknownHostException;
import java.sql.SQLException;

/// Kinds of PostgreSQL errors, by their consequence for the journal
/// (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
///
/// When the *server* reports an error, it has rolled back. When the connection breaks, the outcome
/// of the statement is not known.
enum PostgresFailure {

    /// There is no connection. The outcome of a statement that was sent is not known.
    LOST,

    /// The server writes nothing: it is a standby, or was made read-only.
    READ_ONLY,

    /// The server lacks disk, memory or connections; it recovers by itself.
    NO_RESOURCES,

    /// A lock was held for too long, or the server was too slow. The client repeats the command.
    BUSY,

    /// A commit waits, or its wait was ended: perhaps a synchronous standby is away. What the
    /// journal shows may not be durable yet.
    WAITING,

    /// The server's configuration does not keep what it acknowledges. Nothing was written.
    NOT_DURABLE,

    /// Another member wrote first.
    RACED,

    /// The role lacks a right, or the tables do not exist.
    NO_RIGHTS,

    /// The content of the statement cannot be sent, or the server does not accept it.
    STATEMENT;

    /// The states of [#WAITING], [#NOT_DURABLE] and of a [#STATEMENT] that was not sent, given by
    /// this journal and not by the server.
    static final String COMMITS_WAIT = "CNW01";

    static final String NO_DURABILITY = "CNW02";
    static final String NOT_SENT = "CNW03";

    static PostgresFailure of(SQLException failure) {
        String state = failure.getSQLState();
        if (state == null || state.length() < 5) {
            return isOfTheNetwork(failure) ? LOST : STATEMENT;
        }
        return switch (state) {
            // ADMIN_SHUTDOWN, CRASH_SHUTDOWN, CANNOT_CONNECT_NOW, DATABASE_DROPPED,
            // IDLE_SESSION_TIMEOUT, IDLE_IN_TRANSACTION_SESSION_TIMEOUT, TRANSACTION_TIMEOUT,
            // STATEMENT_COMPLETION_UNKNOWN: the server closes the connection
            case "57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04", "40003" -> LOST;
            case COMMITS_WAIT -> WAITING;
            case NO_DURABILITY -> NOT_DURABLE;
            case "25006" -> READ_ONLY; // READ_ONLY_SQL_TRANSACTION
            // LOCK_NOT_AVAILABLE, QUERY_CANCELED, DEADLOCK_DETECTED
            case "55P03", "57014", "40P01" -> BUSY;
            case "40001", "23505" -> RACED; // SERIALIZATION_FAILURE, UNIQUE_VIOLATION
            // INSUFFICIENT_PRIVILEGE, UNDEFINED_TABLE, UNDEFINED_FUNCTION, INVALID_SCHEMA_NAME
            case "42501", "42P01", "42883", "3F000" -> NO_RIGHTS;
            default ->
                    switch (state.substring(0, 2)) {
                        case "08" -> LOST;
                        case "28", "3D" -> LOST; // at connecting only: nothing was sent
                        case "53", "58", "XX" -> NO_RESOURCES;
                        default -> isOfTheNetwork(failure) ? LOST : STATEMENT;
                    };
        };
    }

    private static boolean isOfTheNetwork(SQLException failure) {
        return caused(failure, IOException.class);
    }

    private static boolean caused(SQLException failure, Class<? extends Throwable> type) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    /// One sentence for an operator about a failed write.
    static String sentence(PostgresSettings settings, SQLException failure) {
        String place = settings.place();
        return switch (of(failure)) {
            case LOST ->
                    "the journal's server at "
                            + place
                            + " cannot be reached ("
                            + firstLine(failure)
                            + "); the journal comes back by itself";
            case READ_ONLY ->
                    place
                            + " is read-only, perhaps a standby; the journal needs the primary and comes back by itself";
            case NO_RESOURCES ->
                    place
                            + " lacks space, memory or connections ("
                            + firstLine(failure)
                            + "); the journal comes back by itself";
            case WAITING ->
                    "commits at "
                            + place
                            + " wait, perhaps for a synchronous standby that is away ("
                            + firstLine(failure)
                            + "); the journal comes back by itself";
            case NOT_DURABLE ->
                    place
                            + " is not used for the journal: "
                            + firstLine(failure)
                            + "; the journal comes back by itself";
            case BUSY, RACED ->
                    place + " was too busy for this group (" + firstLine(failure) + "); try again";
            case NO_RIGHTS ->
                    "the role "
                            + settings.user()
                            + " lacks rights on the journal in "
                            + place
                            + " ("
                            + firstLine(failure)
                            + "); see docs/postgresql.md for the grants";
            case STATEMENT -> "the journal could not write the group (" + firstLine(failure) + ")";
        };
    }

    /// One sentence for an operator about a journal that does not open.
    static JournalException atOpen(PostgresSettings settings, String user, SQLException failure) {
        String place = settings.place();
        String state = String.valueOf(failure.getSQLState());
        String message =
                switch (state) {
                    case COMMITS_WAIT -> sentence(settings, failure);
                    case "28P01", "28000" ->
                            place
                                    + " refuses the role "
                                    + user
                                    + " ("
                                    + firstLine(failure)
                                    + "); check the role, its password and pg_hba.conf";
                    case "3D000" ->
                            "the database of "
                                    + place
                                    + " does not exist; create it: CREATE DATABASE … ENCODING 'UTF8'";
                    case "53300" ->
                            place
                                    + " has no connection left; raise max_connections, or lower writers and readers";
                    case "42501" ->
                            "the role "
                                    + user
                                    + " lacks rights in "
                                    + place
                                    + " ("
                                    + firstLine(failure)
                                    + "); see docs/postgresql.md for the grants";
                    default ->
                            caused(failure, UnknownHostException.class)
                                    ? "the host of " + place + " is not known; check the url"
                                    : of(failure) == LOST
                                            ? "nobody answers at "
                                                    + place
                                                    + " ("
                                                    + firstLine(failure)
                                                    + "); start PostgreSQL, or check the url"
                                            : "the journal in "
                                                    + place
                                                    + " cannot be opened: "
                                                    + firstLine(failure);
                };
        return new JournalException(message, failure);
    }

    /// True for an error that a starting server reports.
    static boolean mayPassAtOpen(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return of(failure) == LOST
                && !state.startsWith("28")
                && !state.startsWith("3D")
                && !caused(failure, UnknownHostException.class);
    }

    static String firstLine(SQLException failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message.lines().findFirst().orElse("");
    }
}
