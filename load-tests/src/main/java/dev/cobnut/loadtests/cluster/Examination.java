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

/// Reads a history back through every member and verifies it.
final class Examination {

    /// Time limit for the views to catch up.
    private static final Duration SETTLE_MAX = Duration.ofMinutes(1);

    private static final long POLL_MS = 250;

    /// Kinds of findings that disappear when the views have caught up.
    private static final Set<Kind> LATE =
            EnumSet.of(Kind.VIEW_DIFFERS, Kind.OUTBOX_NOT_EMPTY, Kind.MEMBERS_DIFFER);

    private Examination() {}

    /// @param clients one per member
    static Set<Finding> examine(List<OrdersClient> clients, CommandHistory history)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + SETTLE_MAX.toNanos();
        while (true) {
            Set<Finding> findings = look(clients, history);
            boolean late = findings.stream().anyMatch(finding -> LATE.contains(finding.kind()));
            if (!late || System.nanoTime() > deadline) {
                return findings;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
    }

    /// Verifies without waiting for the views.
    static Set<Finding> look(List<OrdersClient> clients, CommandHistory history)
            throws IOException, InterruptedException {
        Set<Finding> findings = new LinkedHashSet<>();
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
