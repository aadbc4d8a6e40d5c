package dev.cobnut.benchmarks.scenario;

import dev.cobnut.benchmarks.history.Mode;
import dev.cobnut.benchmarks.jmh.Question;
import java.util.List;

@Question(
        value =
                "An actor is stopped while four senders send to it: are all unhandled messages reported?",
        ceiling = "Accepted = handled + reported as not handled, in order.",
        machine = "Counts, not times; they are the same on every machine.")
public final class StopScenario implements Scenario {

    private static final int EACH = 200_000;

    @Override
    public List<String> contenders() {
        return List.of("cobnut", "pekko");
    }

    @Override
    public int seconds(boolean quick) {
        return 2;
    }

    @Override
    public List<Figure> measure(String contender, boolean quick) throws InterruptedException {
        return measure(contender, EACH);
    }

    static List<Figure> measure(String contender, int each) throws InterruptedException {
        MessageCheck ledger = new MessageCheck(Senders.COUNT, 0);
        try (LedgerActor actor = LedgerActor.open(contender, ledger)) {
            long accepted;
            try (Senders senders = new Senders(actor, each)) {
                boolean _ = Polling.until(() -> ledger.seen() >= each / 2);
                actor.stop();
                accepted = senders.accepted();
            }
            // dead letters are reported on other threads
            boolean _ = Polling.until(() -> ledger.seen() + actor.reported() >= accepted);
            return List.of(
                    Figure.count(
                            "unaccounted",
                            Mode.COST,
                            "messages",
                            accepted - ledger.seen() - actor.reported()),
                    Figure.count("outOfOrder", Mode.COST, "messages", ledger.outOfOrder()),
                    Figure.count(
                            "acceptedAndLeft",
                            Mode.CIRCUMSTANCE,
                            "messages",
                            accepted - ledger.seen()));
        }
    }
}
