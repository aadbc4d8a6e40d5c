package dev.cobnut.benchmarks.scenario;

import dev.cobnut.benchmarks.history.Mode;
import dev.cobnut.benchmarks.jmh.Question;
import java.time.Duration;
import java.util.List;

@Question(
        value =
                "What is lost when four senders send at full speed and the handler throws at every 500th message?",
        ceiling =
                "Every message reaches the handler once, in the order of its sender; every failed message is reported.",
        machine = "Counts do not depend on the machine; the messages per second do.")
public final class RestartScenario implements Scenario {

    private static final int EACH = 100_000;
    private static final int FAIL_EVERY = 500;
    private static final Duration REPORT_MAX = Duration.ofSeconds(1);

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
        MessageCheck ledger = new MessageCheck(Senders.COUNT, FAIL_EVERY);
        try (LedgerActor actor = LedgerActor.open(contender, ledger)) {
            long start = System.nanoTime();
            long accepted;
            try (Senders senders = new Senders(actor, each)) {
                accepted = senders.accepted();
            }
            boolean _ = Polling.until(() -> ledger.seen() >= accepted);
            double seconds = (System.nanoTime() - start) / 1e9;
            // the last failed message is seen before it is reported; a stopped actor has reported
            // all
            actor.stop();
            boolean _ = Polling.until(() -> actor.reported() >= ledger.failed(), REPORT_MAX);
            return List.of(
                    Figure.count("lost", Mode.COST, "messages", accepted - ledger.seen()),
                    Figure.count("outOfOrder", Mode.COST, "messages", ledger.outOfOrder()),
                    Figure.count(
                            "failedInSilence",
                            Mode.COST,
                            "messages",
                            Math.max(0, ledger.failed() - actor.reported())),
                    Figure.count("restarts", Mode.CIRCUMSTANCE, "times", ledger.failed()),
                    new Figure("rate", Mode.GAIN, "messages/s", ledger.seen() / seconds));
        }
    }
}
