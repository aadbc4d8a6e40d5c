package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.RecordedEvent;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/// The tagged events of a journal in SQLite.
final class SqliteTaggedEvents implements TaggedEvents {

    static final TagSql.Dialect DIALECT =
            new TagSql.Dialect() {

                @Override
                public String fence() {
                    return "";
                }

                @Override
                public void prepare(PreparedStatement statement) {}

                @Override
                public void setId(PreparedStatement statement, int index, UUID id)
                        throws SQLException {
                    statement.setBytes(index, StoredUuid.bytes(id));
                }
            };

    private final SqliteReaders readers;

    SqliteTaggedEvents(SqliteReaders readers) {
        this.readers = readers;
    }

    @Override
    public JournalMark head() {
        return readers.ask(reader -> {
            try (PreparedStatement last =
                            reader.connection()
                                    .prepareStatement(
                                            "SELECT position, event_id FROM events ORDER BY position DESC LIMIT 1");
                    ResultSet row = last.executeQuery()) {
                return row.next()
                        ? new JournalMark(row.getLong(1), StoredUuid.of(row.getBytes(2)))
                        : JournalMark.BEGINNING;
            }
        });
    }

    @Override
    public boolean has(JournalMark mark) {
        UUID event = mark.event();
        return event == null
                || readers.ask(reader -> {
                    try (PreparedStatement at =
                            reader.connection()
                                    .prepareStatement(
                                            "SELECT 1 FROM events WHERE position = ? AND event_id = ?")) {
                        at.setLong(1, mark.position());
                        at.setBytes(2, StoredUuid.bytes(event));
                        try (ResultSet row = at.executeQuery()) {
                            return row.next();
                        }
                    }
                });
    }

    @Override
    public List<RecordedEvent> read(
            EventQuery query, long afterPosition, long throughPosition, int limit) {
        return readers.ask(
                reader -> reader.readTagged(query, afterPosition, throughPosition, limit));
    }
}
