package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.RecordedEvent;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.postgresql.PGStatement;

/// The tagged events of a journal in PostgreSQL.
final class PostgresTaggedEvents implements TaggedEvents {

    static final TagSql.Dialect DIALECT =
            new TagSql.Dialect() {

                @Override
                public String fence() {
                    return " OFFSET 0";
                }

                // Planned for each call: a plan that was made and kept while the table was empty
                // would read all of it.
                @Override
                public void prepare(PreparedStatement statement) throws SQLException {
                    statement.unwrap(PGStatement.class).setPrepareThreshold(0);
                }

                @Override
                public void setId(PreparedStatement statement, int index, UUID id)
                        throws SQLException {
                    statement.setObject(index, id);
                }
            };

    private static final String HEAD =
            "SELECT position, event_id FROM events ORDER BY position DESC LIMIT 1";

    private static final String HAS = "SELECT 1 FROM events WHERE position = ? AND event_id = ?";

    private final PostgresReaders readers;

    PostgresTaggedEvents(PostgresReaders readers) {
        this.readers = readers;
    }

    @Override
    public JournalMark head() {
        return readers.ask(
                HEAD,
                statement -> {
                    try (ResultSet row = statement.executeQuery()) {
                        return row.next()
                                ? new JournalMark(row.getLong(1), row.getObject(2, UUID.class))
                                : JournalMark.BEGINNING;
                    }
                });
    }

    @Override
    public boolean has(JournalMark mark) {
        UUID event = mark.event();
        return event == null
                || readers.ask(
                        HAS,
                        statement -> {
                            statement.setLong(1, mark.position());
                            statement.setObject(2, event);
                            try (ResultSet row = statement.executeQuery()) {
                                return row.next();
                            }
                        });
    }

    @Override
    public List<RecordedEvent> read(
            EventQuery query, long afterPosition, long throughPosition, int limit) {
        return readers.readTagged(query, afterPosition, throughPosition, limit);
    }
}
