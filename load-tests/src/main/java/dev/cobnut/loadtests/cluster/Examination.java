package dev.cobnut.loadtests.cluster;

import dev.cobnut.loadtests.ledger.CommandHistory;
import dev.cobnut.loadtests.ledger.Finding;
import dev.cobnut.loadtests.ledger.Finding.Kind;
import dev.cobnut.loadtests.ledger.ObservedState;
import dev.cobnut.loadtests.ledger.ObservedState.FoundOrder;
import dev.cobnut.loadtests.ledger.Observer;
import dev.cobnut.loadtests.ledger.Verifier;
import dev.cobnut.loadtests.orders.OrdersClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// Reads a history back through every member and from the journal, and compares it with what was
/// promised. A member may answer from a copy in memory, so only the journal shows a loss there.
///
/// @param clients one per member
/// @param database of the journal
/// @param schema of the journal
/// @param counted lookups that have each order in the group of its number of events
record Examination(
        List<OrdersClient> clients, Database database, String schema, List<String> counted) {

    /// Time limit for the views to catch up.
    private static final Duration SETTLE_MAX = Duration.ofMinutes(1);

    private static final long POLL_MS = 250;

    /// Kinds of findings that disappear when the views have caught up.
    private static final Set<Kind> LATE =
            EnumSet.of(Kind.VIEW_DIFFERS, Kind.OUTBOX_NOT_EMPTY, Kind.MEMBERS_DIFFER);

    Set<Finding> examine(CommandHistory history) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + SETTLE_MAX.toNanos();
        while (true) {
            Set<Finding> findings = look(history);
            boolean late = findings.stream().anyMatch(finding -> LATE.contains(finding.kind()));
            if (!late || System.nanoTime() > deadline) {
                return findings;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
    }

    /// Verifies without waiting for the views.
    Set<Finding> look(CommandHistory history) throws IOException, InterruptedException {
        Set<Finding> findings = new LinkedHashSet<>(missing(history, journal()));
        for (String lookup : counted) {
            findings.addAll(miscounted(lookup));
        }
        List<ObservedState> seen = new ArrayList<>();
        for (OrdersClient client : clients) {
            ObservedState observed = new Observer(client).observe(history);
            findings.addAll(Verifier.verify(history, observed));
            seen.add(observed);
        }
        for (int member = 1; member < seen.size(); member++) {
            findings.addAll(differences(member, seen.getFirst(), seen.get(member)));
        }
        return findings;
    }

    /// Orders that are not in the group of their number of events, or in another one, too.
    private List<Finding> miscounted(String lookup) throws IOException, InterruptedException {
        String rows =
                database.sql(
                        """
                        SELECT e.stream || ' has ' || e.last || ' events and is in '
                            || coalesce((SELECT string_agg(l.grp, ' and ') FROM %1$s.lookups l
                                WHERE l.name = '%2$s' AND l.item = e.stream), 'no group')
                        FROM (SELECT stream, max(version) AS last FROM %1$s.events
                            WHERE stream LIKE 'order-%%' GROUP BY stream) e
                        WHERE (SELECT coalesce(array_agg(l.grp), '{}') FROM %1$s.lookups l
                            WHERE l.name = '%2$s' AND l.item = e.stream) <> ARRAY[e.last::text]\
                        """
                                .formatted(schema, lookup));
        return rows.lines().map(row -> new Finding(Kind.VIEW_DIFFERS, lookup, row)).toList();
    }

    /// The events of the journal, as `<order>@<version>`.
    private Set<String> journal() throws IOException, InterruptedException {
        String rows =
                database.sql(
                        "SELECT substr(stream, 7) || '@' || version FROM %s.events WHERE stream LIKE 'order-%%'"
                                .formatted(schema));
        return rows.lines().collect(Collectors.toSet());
    }

    static List<Finding> missing(CommandHistory history, Set<String> journal) {
        List<Finding> findings = new ArrayList<>();
        for (CommandHistory.Key key : history.acknowledged()) {
            String event = key.orderId() + "@" + key.version();
            if (!journal.contains(event)) {
                findings.add(
                        new Finding(
                                Kind.LOST_EVENT,
                                event,
                                "the journal has no event of an acknowledged command"));
            }
        }
        return findings;
    }

    static List<Finding> differences(int member, ObservedState first, ObservedState other) {
        List<Finding> findings = new ArrayList<>();
        Set<String> ids = new LinkedHashSet<>(first.orders().keySet());
        ids.addAll(other.orders().keySet());
        Map<String, FoundOrder> theirs = other.orders();
        for (String id : ids) {
            FoundOrder here = first.orders().get(id);
            if (here == null || !here.equals(theirs.get(id))) {
                findings.add(
                        new Finding(
                                Kind.MEMBERS_DIFFER,
                                id,
                                "member 0 says %s, member %d says %s"
                                        .formatted(here, member, theirs.get(id))));
            }
        }
        return findings;
    }
}
