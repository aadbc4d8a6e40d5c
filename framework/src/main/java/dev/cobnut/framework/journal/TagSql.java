package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.Tag;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// Queries of the table `event_tags`, for SQLite and PostgreSQL.
///
/// ```text
/// event_tags   (tag, position) PK · type      one row per tag of an event, in the event's transaction
/// ```
///
/// An item of a query is a walk along the rows of its first tag, in the order of positions. The
/// other tags are looked up for each row.
final class TagSql {

    /// Most conditions that one statement checks: SQLite and PostgreSQL limit the parameters.
    private static final int CONDITIONS_PER_STATEMENT_MAX = 16;

    /// How the two databases differ.
    interface Dialect {

        /// Ends a subquery that the planner must not turn into a join.
        String fence();

        /// Called before the first parameter is set.
        void prepare(PreparedStatement statement) throws SQLException;

        void setId(PreparedStatement statement, int index, UUID id) throws SQLException;
    }

    private TagSql() {}

    /// The positions of the matching events, one column `position`, in order. Its parameters are
    /// those of [#bindPositions].
    static String positions(EventQuery query, Dialect dialect) {
        StringBuilder sql = new StringBuilder();
        for (int i = 0; i < query.items().size(); i++) {
            sql.append(i == 0 ? "" : " UNION ")
                    .append("SELECT position FROM (SELECT t.position FROM event_tags t WHERE ")
                    .append(condition(query.items().get(i), dialect))
                    .append(" AND t.position <= ? ORDER BY t.position LIMIT ?) AS item")
                    .append(i);
        }
        return sql.append(" ORDER BY position LIMIT ?").toString();
    }

    static void bindPositions(
            PreparedStatement statement,
            EventQuery query,
            long afterPosition,
            long throughPosition,
            int limit)
            throws SQLException {
        int next = 1;
        for (EventQuery.Item item : query.items()) {
            next = bind(statement, next, item, afterPosition);
            statement.setLong(next++, throughPosition);
            statement.setInt(next++, limit);
        }
        statement.setInt(next, limit);
    }

    private static String condition(EventQuery.Item item, Dialect dialect) {
        StringBuilder sql = new StringBuilder("t.tag = ? AND t.position > ?");
        if (!item.types().isEmpty()) {
            sql.append(" AND t.type IN (?")
                    .append(", ?".repeat(item.types().size() - 1))
                    .append(')');
        }
        String other =
                " AND EXISTS (SELECT 1 FROM event_tags o WHERE o.tag = ? AND o.position = t.position"
                        + dialect.fence()
                        + ")";
        return sql.append(other.repeat(item.tags().size() - 1)).toString();
    }

    private static int bind(
            PreparedStatement statement, int first, EventQuery.Item item, long afterPosition)
            throws SQLException {
        int next = first;
        List<Tag> tags = item.tags();
        statement.setString(next++, tags.getFirst().value());
        statement.setLong(next++, afterPosition);
        for (String type : item.types()) {
            statement.setString(next++, type);
        }
        for (Tag tag : tags.subList(1, tags.size())) {
            statement.setString(next++, tag.value());
        }
        return next;
    }

    /// The requests of a group whose condition is not met by what is committed. For the writer, in
    /// its transaction. No statement when no request has a condition.
    static Set<AppendRequest> overtaken(
            Connection connection, List<AppendRequest> appends, Dialect dialect)
            throws SQLException {
        List<AppendRequest> conditional = List.of();
        for (AppendRequest request : appends) {
            if (request.condition() != null) {
                conditional = conditional.isEmpty() ? new ArrayList<>() : conditional;
                conditional.add(request);
            }
        }
        Set<AppendRequest> overtaken = conditional.isEmpty() ? Set.of() : new HashSet<>();
        for (int from = 0; from < conditional.size(); from += CONDITIONS_PER_STATEMENT_MAX) {
            int to = Math.min(from + CONDITIONS_PER_STATEMENT_MAX, conditional.size());
            check(connection, conditional.subList(from, to), dialect, overtaken);
        }
        return overtaken;
    }

    private static void check(
            Connection connection,
            List<AppendRequest> conditional,
            Dialect dialect,
            Set<AppendRequest> overtaken)
            throws SQLException {
        StringBuilder sql = new StringBuilder();
        for (int i = 0; i < conditional.size(); i++) {
            AppendCondition condition = conditional.get(i).conditionOrThrow();
            sql.append(i == 0 ? "SELECT " : " UNION ALL SELECT ")
                    .append(i)
                    .append(" WHERE ")
                    .append(
                            condition.after().event() == null
                                    ? "0 = 1"
                                    : "NOT EXISTS (SELECT 1 FROM events e WHERE e.position = ? AND e.event_id = ?)");
            for (EventQuery.Item item : condition.query().items()) {
                sql.append(" OR EXISTS (SELECT 1 FROM event_tags t WHERE ")
                        .append(condition(item, dialect))
                        .append(')');
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(sql.toString())) {
            dialect.prepare(statement);
            int next = 1;
            for (AppendRequest request : conditional) {
                AppendCondition condition = request.conditionOrThrow();
                UUID event = condition.after().event();
                if (event != null) {
                    statement.setLong(next++, condition.after().position());
                    dialect.setId(statement, next++, event);
                }
                for (EventQuery.Item item : condition.query().items()) {
                    next = bind(statement, next, item, condition.after().position());
                }
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    overtaken.add(conditional.get(row.getInt(1)));
                }
            }
        }
    }
}
