package dev.cobnut.loadtests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.loadtests.ledger.CommandHistory;
import dev.cobnut.loadtests.ledger.Exchange;
import dev.cobnut.loadtests.ledger.Finding;
import dev.cobnut.loadtests.ledger.Finding.Kind;
import dev.cobnut.loadtests.ledger.ObservedState;
import dev.cobnut.loadtests.ledger.ObservedState.FoundOrder;
import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrderBodies;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// The examination reports members with different answers.
class ExaminationTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @Test
    void membersThatSayTheSameAreFine() {
        assertThat(Examination.differences(1, seen(2), seen(2))).isEmpty();
    }

    @Test
    void aMemberThatIsBehindOrLacksAnOrderIsReported() {
        ObservedState nothing = new ObservedState(Map.of(), 0);
        assertThat(Examination.differences(1, seen(2), seen(1)))
                .extracting(Finding::kind)
                .containsExactly(Kind.MEMBERS_DIFFER);
        assertThat(Examination.differences(1, seen(2), nothing)).hasSize(1);
        assertThat(Examination.differences(1, nothing, seen(2))).hasSize(1);
    }

    @Test
    void anAcknowledgedCommandWithoutItsEventInTheJournalIsALoss() {
        CommandHistory history =
                new CommandHistory(
                        List.of(
                                new Exchange(
                                        new CommandRequest(
                                                CommandKind.PLACE,
                                                "key",
                                                null,
                                                null,
                                                OrderBodies.placement("ada", "Ada")),
                                        new Answer(201, "{\"orderId\":\"o1\",\"version\":1}"))));
        assertThat(Examination.missing(history, Set.of("o1@1"))).isEmpty();
        assertThat(Examination.missing(history, Set.of("o1@2")))
                .allMatch(finding -> finding.kind().isLoss())
                .hasSize(1);
    }

    private static ObservedState seen(int version) {
        return new ObservedState(
                Map.of(
                        "o1",
                        new FoundOrder(
                                JSON.readTree("{\"version\":%d}".formatted(version)),
                                List.of(),
                                null)),
                0);
    }
}
