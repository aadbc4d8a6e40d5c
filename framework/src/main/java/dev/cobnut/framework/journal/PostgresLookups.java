package dev.cobnut.framework.journal;

import static dev.cobnut.framework.journal.PostgresSession.column;

import java.util.Comparator;
import java.util.List;

/// Changes rows of lookups that belong to no view, on one connection of its own, opened with the
/// first change. The rows of a call are put in the order of their keys and removed in the order of
/// their places, so calls of several members cannot block each other for ever.
final class PostgresLookups implements AutoCloseable {

    private static final String CHANGE =
            """
            WITH put AS (
                INSERT INTO lookups (name, grp, item)
                SELECT * FROM unnest(?::text[], ?::text[], ?::text[]) ON CONFLICT DO NOTHING)
            DELETE FROM lookups WHERE ctid = ANY (ARRAY(
                SELECT hit.place
                FROM unnest(?::text[], ?::text[], ?::text[]) AS g (gone_name, gone_group, gone_item)
                CROSS JOIN LATERAL (
                    SELECT l.ctid AS place FROM lookups l
                    WHERE l.name = g.gone_name AND l.grp = g.gone_group AND l.item = g.gone_item
                    LIMIT 1) AS hit))\
            """;

    private static final Comparator<LookupChange> BY_KEY =
            Comparator.comparing(LookupChange::lookup)
                    .thenComparing(LookupChange::group)
                    .thenComparing(LookupChange::item);

    private final PostgresSession session;

    PostgresLookups(PostgresConnections connections) {
        this.session = new PostgresSession(connections, "the lookups");
    }

    void change(List<LookupChange> changes) {
        List<LookupChange> sorted = changes.stream().sorted(BY_KEY).toList();
        int _ =
                session.ask(
                        CHANGE,
                        (on, statement) -> {
                            int next = 1;
                            for (boolean put : new boolean[] {true, false}) {
                                List<LookupChange> some =
                                        sorted.stream()
                                                .filter(change -> change.isPut() == put)
                                                .toList();
                                column(on, statement, next++, "text", some, LookupChange::lookup);
                                column(on, statement, next++, "text", some, LookupChange::group);
                                column(on, statement, next++, "text", some, LookupChange::item);
                            }
                            return statement.executeUpdate();
                        });
    }

    @Override
    public void close() {
        session.close();
    }
}
