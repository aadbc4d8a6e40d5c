package dev.cobnut.benchmarks.scenario;

import dev.cobnut.benchmarks.history.Mode;
import dev.cobnut.benchmarks.jmh.Question;
import java.util.List;

@Question(
        value =
                "A mailbox of 1 000 gets 10 000 messages while its handler is stuck: are all lost messages reported?",
        ceiling =
                "Sent = processed + reported to the sender as refused; no message is lost silently.",
        machine = "Counts, not times; they are the same on every machine.")
public final class FullMailboxScenario implements Scenario {

    static final int CAPACITY = 1_000;
    private static final int SENT = 10_000;

    @Override
    public List<String> contenders() {
        return List.of(
                "cobnut-reject",
                "cobnut-drop-newest",
                "cobnut-drop-oldest",
                "cobnut-block",
                "linked-queue",
                "pekko-bounded");
    }

    @Override
    public int seconds(boolean quick) {
        return 2;
    }

    @Override
    public List<Figure> measure(String contender, boolean quick) throws InterruptedException {
        return measure(contender, SENT);
    }

    static List<Figure> measure(String contender, int sent) throws InterruptedException {
        try (StuckActor actor = StuckActor.open(contender)) {
            int signalled = 0;
            for (int i = 0; i < sent; i++) {
                if (!actor.tell()) {
                    signalled++;
                }
            }
            actor.release();
            long processed = actor.processedAtTheEnd();
            return List.of(
                    Figure.count(
                            "lostInSilence", Mode.COST, "messages", sent - processed - signalled),
                    Figure.count("signalled", Mode.CIRCUMSTANCE, "messages", signalled),
                    Figure.count("processed", Mode.CIRCUMSTANCE, "messages", processed));
        }
    }
}
