package dev.cobnut.loadtests.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.loadtests.feed.FeedLedger.Seen;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The judge of the feed sees what it is for.
class FeedLedgerTest {

    private final FeedLedger ledger = new FeedLedger();

    @BeforeEach
    void answer() {
        ledger.answered("ada", "a", 1, 0);
        ledger.answered("ada", "a", 3, 0);
        ledger.answered("ada", "b", 1, 0);
        ledger.answered("bob", "c", 1, 0);
    }

    @Test
    void allVersionsOnceAndInOrderAreFine() {
        List<Seen> fine =
                List.of(seen(1, "a", 1), seen(2, "b", 1), seen(4, "a", 2), seen(7, "a", 3));

        assertThat(ledger.findings("ada", fine)).isEmpty();
        assertThat(ledger.isComplete("ada", fine)).isTrue();
    }

    @Test
    void aGapIsSeen() {
        assertThat(
                        ledger.findings(
                                "ada", List.of(seen(1, "a", 1), seen(2, "b", 1), seen(7, "a", 3))))
                .containsExactly("a: version 3 after 1");
    }

    @Test
    void aDuplicateIsSeen() {
        assertThat(
                        ledger.findings(
                                "ada",
                                List.of(
                                        seen(1, "a", 1),
                                        seen(2, "b", 1),
                                        seen(4, "a", 2),
                                        seen(5, "a", 2),
                                        seen(7, "a", 3))))
                .containsExactly("a: version 2 again");
    }

    @Test
    void theWrongOrderIsSeen() {
        assertThat(
                        ledger.findings(
                                "ada",
                                List.of(
                                        seen(1, "a", 1),
                                        seen(4, "a", 2),
                                        seen(2, "b", 1),
                                        seen(7, "a", 3))))
                .containsExactly("position 2 after 4");
    }

    @Test
    void aMissingEndIsSeenAndAMissingOrder() {
        List<Seen> early = List.of(seen(1, "a", 1), seen(4, "a", 2));

        assertThat(ledger.findings("ada", early))
                .containsExactlyInAnyOrder(
                        "a: ends at version 2 of 3", "b: ends at version 0 of 1");
        assertThat(ledger.isComplete("ada", early)).isFalse();
    }

    @Test
    void latenciesAreOfTheEventsThatWereAnsweredInATime() {
        ledger.answered("ada", "a", 4, 100);
        ledger.answered("ada", "a", 5, 200);
        ledger.answered("bob", "c", 2, 300);
        List<Long> nanos = new ArrayList<>();
        ledger.latencies(
                List.of(
                        new Seen(8, "a", 4, 150),
                        new Seen(9, "a", 5, 190),
                        new Seen(10, "c", 2, 400)),
                100,
                300,
                nanos);

        assertThat(nanos).containsExactly(50L, 0L).hasSize((int) ledger.answers(100, 300));
    }

    private static Seen seen(long id, String order, long version) {
        return new Seen(id, order, version, 0);
    }
}
