package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/// Changes of the parked streams within the writer's transaction. They are rare, so their
/// statements are prepared for each change.
final class SqliteParking {

    /// Rows of events that were published since, for example by a member that was slow.
    private static final String REMOVE_STALE =
            "DELETE FROM parked WHERE position NOT IN (SELECT position FROM unpublished)";

    private static final String PARK =
            """
            INSERT INTO parked (stream, version, position, attempts, failure)
            SELECT ?, ?, u.position, ?, ? FROM unpublished u WHERE u.position = ?
            ON CONFLICT (stream) DO UPDATE SET version = excluded.version, position = excluded.position,
                attempts = excluded.attempts, failure = excluded.failure
            WHERE excluded.version <= parked.version\
            """;

    private static final String IS_PARKED = "SELECT 1 FROM parked WHERE stream = ?";

    private static final String COUNT_EVENTS =
            """
            SELECT count(*) FROM parked p JOIN events e ON e.stream = p.stream AND e.version >= p.version
            JOIN unpublished u ON u.position = e.position
            WHERE p.stream = ? AND p.position IN (SELECT position FROM unpublished)\
            """;

    private static final String UNPARK = "DELETE FROM parked WHERE stream = ?";

    private SqliteParking() {}

    /// @return number of changed rows
    static int apply(Connection connection, ParkingChange change) throws SQLException {
        return switch (change) {
            case ParkingChange.Park park -> park(connection, park);
            case ParkingChange.Unpark unpark -> unpark(connection, unpark);
        };
    }

    private static int park(Connection connection, ParkingChange.Park park) throws SQLException {
        SqliteOpening.run(connection, REMOVE_STALE);
        Set<StreamId> parked = new HashSet<>();
        int rows = 0;
        try (PreparedStatement insert = connection.prepareStatement(PARK);
                PreparedStatement isParked = connection.prepareStatement(IS_PARKED)) {
            for (ParkedStream row : park.streams) {
                insert.setString(1, row.stream().value());
                insert.setLong(2, row.version());
                insert.setInt(3, row.attempts());
                insert.setString(4, row.failure());
                insert.setLong(5, row.event().position());
                rows += insert.executeUpdate();
                isParked.setString(1, row.stream().value());
                try (ResultSet found = isParked.executeQuery()) {
                    if (found.next()) {
                        parked.add(row.stream());
                    }
                }
            }
        }
        park.parked = parked;
        return rows;
    }

    private static int unpark(Connection connection, ParkingChange.Unpark unpark)
            throws SQLException {
        try (PreparedStatement count = connection.prepareStatement(COUNT_EVENTS);
                PreparedStatement delete = connection.prepareStatement(UNPARK)) {
            count.setString(1, unpark.stream.value());
            try (ResultSet row = count.executeQuery()) {
                unpark.events = row.next() ? row.getLong(1) : 0;
            }
            delete.setString(1, unpark.stream.value());
            return delete.executeUpdate();
        }
    }
}
