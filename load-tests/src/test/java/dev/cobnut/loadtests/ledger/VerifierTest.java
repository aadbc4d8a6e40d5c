package dev.cobnut.loadtests.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.loadtests.ledger.Finding.Kind;
import dev.cobnut.loadtests.ledger.ObservedState.FoundOrder;
import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import dev.cobnut.loadtests.orders.OrderBodies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Plants every kind of fault that the verifier must report.
class VerifierTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final CommandRequest PLACE =
            new CommandRequest(
                    CommandKind.PLACE, "k1", null, null, OrderBodies.placement("c1", "k1"));
    private static final CommandRequest CONFIRM =
            new CommandRequest(CommandKind.CONFIRM, "k2", "o1", null, "{}");

    private static final String PLACED = order("o1", "PLACED", 1);
    private static final String CONFIRMED = order("o1", "CONFIRMED", 2);
    private static final List<Exchange> BOTH_ACKNOWLEDGED =
            List.of(answered(PLACE, 201, PLACED), answered(CONFIRM, 200, CONFIRMED));
    private static final FoundOrder CONFIRMED_ORDER =
            found(CONFIRMED, CONFIRMED, placed("o1", "k1"), event(2, "OrderConfirmed"));

    @Test
    void whatWasPromisedAndIsThereIsFine() {
        assertThat(verify(BOTH_ACKNOWLEDGED, Map.of("o1", CONFIRMED_ORDER))).isEmpty();
    }

    @Test
    void anAcknowledgedOrderThatIsGoneIsLost() {
        FoundOrder gone = new FoundOrder(null, List.of(), null);

        assertThat(verify(List.of(BOTH_ACKNOWLEDGED.getFirst()), Map.of("o1", gone)))
                .containsExactly(Kind.LOST_ORDER);
        assertThat(verify(BOTH_ACKNOWLEDGED, Map.of("o1", gone)))
                .containsExactly(Kind.LOST_ORDER, Kind.LOST_EVENT);
    }

    @Test
    void twoCommandsThatWereAcknowledgedAsTheSameVersionAreAFork() {
        CommandRequest again = new CommandRequest(CommandKind.CONFIRM, "k3", "o1", null, "{}");
        List<Exchange> forked = new ArrayList<>(BOTH_ACKNOWLEDGED);
        forked.add(answered(again, 200, CONFIRMED));

        assertThat(verify(forked, Map.of("o1", CONFIRMED_ORDER))).containsExactly(Kind.FORK);
    }

    @Test
    void anAcknowledgedStepThatIsGoneIsLost() {
        FoundOrder fellBack = found(PLACED, PLACED, placed("o1", "k1"));

        assertThat(verify(BOTH_ACKNOWLEDGED, Map.of("o1", fellBack)))
                .containsExactly(Kind.LOST_EVENT);
    }

    @Test
    void anotherEventInTheAcknowledgedPlaceIsALoss() {
        String cancelled = order("o1", "CANCELLED", 2);
        FoundOrder other =
                found(cancelled, cancelled, placed("o1", "k1"), event(2, "OrderCancelled"));

        assertThat(verify(BOTH_ACKNOWLEDGED, Map.of("o1", other)))
                .contains(Kind.LOST_EVENT, Kind.UNEXPLAINED, Kind.CONTENT_DIFFERS);
    }

    @Test
    void storedContentThatWasNotAcknowledgedIsReported() {
        String dearer = CONFIRMED.replace("45.48", "54.48");
        FoundOrder changed =
                found(
                        dearer,
                        dearer,
                        placed("o1", "k1").replace("45.48", "54.48"),
                        event(2, "OrderConfirmed"));

        assertThat(verify(BOTH_ACKNOWLEDGED, Map.of("o1", changed)))
                .containsExactly(Kind.CONTENT_DIFFERS);
    }

    @Test
    void anAnswerThatIsNotWhatWasAskedForIsReported() {
        String otherCustomer = PLACED.replace("\"c1\"", "\"c2\"");
        FoundOrder order =
                found(otherCustomer, otherCustomer, placed("o1", "k1").replace("\"c1\"", "\"c2\""));

        assertThat(verify(List.of(answered(PLACE, 201, otherCustomer)), Map.of("o1", order)))
                .containsExactly(Kind.CONTENT_DIFFERS);
    }

    @Test
    void anUnansweredPlacementMayBeThereOrNot() {
        List<Exchange> unanswered = List.of(new Exchange(PLACE, null));
        FoundOrder placed = found(PLACED, PLACED, placed("o1", "k1"));

        assertThat(verify(unanswered, Map.of())).isEmpty();
        assertThat(verify(unanswered, Map.of("o1", placed))).isEmpty();
        assertThat(tookEffect(unanswered, Map.of())).isFalse();
        assertThat(tookEffect(unanswered, Map.of("o1", placed))).isTrue();
    }

    @Test
    void anUnansweredStepMayBeThereOrNot() {
        List<Exchange> unanswered =
                List.of(BOTH_ACKNOWLEDGED.getFirst(), new Exchange(CONFIRM, null));
        FoundOrder placed = found(PLACED, PLACED, placed("o1", "k1"));

        assertThat(verify(unanswered, Map.of("o1", placed))).isEmpty();
        assertThat(verify(unanswered, Map.of("o1", CONFIRMED_ORDER))).isEmpty();
        assertThat(tookEffect(unanswered, Map.of("o1", placed))).isFalse();
        assertThat(tookEffect(unanswered, Map.of("o1", CONFIRMED_ORDER))).isTrue();
    }

    @Test
    void whatWasRefusedMustNotBeThere() {
        List<Exchange> refused =
                List.of(BOTH_ACKNOWLEDGED.getFirst(), answered(CONFIRM, 503, "{}"));

        assertThat(verify(refused, Map.of("o1", CONFIRMED_ORDER)))
                .containsExactly(Kind.UNEXPLAINED);
    }

    @Test
    void anOrderThatNobodyPlacedIsReported() {
        String unknown = order("o9", "PLACED", 1).replace("\"k1\"", "\"k9\"");
        FoundOrder stranger = found(unknown, unknown, placed("o9", "k9"));

        assertThat(verify(BOTH_ACKNOWLEDGED, Map.of("o1", CONFIRMED_ORDER, "o9", stranger)))
                .containsExactly(Kind.UNEXPLAINED);
    }

    @Test
    void aSecondOrderForAKeyIsADuplicate() {
        FoundOrder second =
                found(order("o2", "PLACED", 1), order("o2", "PLACED", 1), placed("o2", "k1"));

        assertThat(verify(BOTH_ACKNOWLEDGED, Map.of("o1", CONFIRMED_ORDER, "o2", second)))
                .contains(Kind.DUPLICATE);
    }

    @Test
    void aRepetitionThatIsAnsweredDifferentlyIsReported() {
        List<Exchange> twice = new ArrayList<>(BOTH_ACKNOWLEDGED);
        twice.add(answered(PLACE, 200, PLACED));

        assertThat(verify(twice, Map.of("o1", CONFIRMED_ORDER)))
                .containsExactly(Kind.ANSWER_CHANGED);
    }

    @Test
    void aMissingVersionIsAGap() {
        String third = order("o1", "CONFIRMED", 3);
        FoundOrder gap = found(third, third, placed("o1", "k1"), event(3, "OrderConfirmed"));

        assertThat(
                        verify(
                                List.of(
                                        BOTH_ACKNOWLEDGED.getFirst(),
                                        answered(CONFIRM, 200, third)),
                                Map.of("o1", gap)))
                .containsExactly(Kind.VERSION_GAP);
    }

    @Test
    void anOrderThatIsNotWhatItsEventsSayIsReported() {
        FoundOrder stale =
                found(
                        CONFIRMED,
                        CONFIRMED,
                        placed("o1", "k1").replace("DE", "AT"),
                        event(2, "OrderConfirmed"));

        assertThat(verify(BOTH_ACKNOWLEDGED, Map.of("o1", stale)))
                .containsExactly(Kind.FOLD_DIFFERS);
    }

    @Test
    void aViewThatIsBehindOrEmptyIsReported() {
        FoundOrder behind =
                found(CONFIRMED, PLACED, placed("o1", "k1"), event(2, "OrderConfirmed"));
        FoundOrder missing =
                new FoundOrder(CONFIRMED_ORDER.order(), CONFIRMED_ORDER.events(), null);

        assertThat(verify(BOTH_ACKNOWLEDGED, Map.of("o1", behind)))
                .containsExactly(Kind.VIEW_DIFFERS);
        assertThat(verify(BOTH_ACKNOWLEDGED, Map.of("o1", missing)))
                .containsExactly(Kind.VIEW_DIFFERS);
    }

    @Test
    void anOutboxThatStaysFullIsReported() {
        ObservedState observed = new ObservedState(Map.of("o1", CONFIRMED_ORDER), 3);

        assertThat(Verifier.verify(new CommandHistory(BOTH_ACKNOWLEDGED), observed))
                .extracting(Finding::kind)
                .containsExactly(Kind.OUTBOX_NOT_EMPTY);
    }

    @Test
    void aCommandOfWhichOnlySomeEventsAreThereIsReported() {
        String whole = order("o1", "PLACED", 2);
        List<Exchange> placement = List.of(answered(PLACE, 201, whole));
        String changed = event(2, "LinesChanged");

        assertThat(several(placement, found(whole, whole, placed("o1", "k1"), changed))).isEmpty();
        assertThat(several(placement, found(PLACED, PLACED, placed("o1", "k1"))))
                .contains(Kind.PARTIAL_COMMAND, Kind.LOST_EVENT);
        String half = order("o1", "PLACED", 3);
        assertThat(
                        several(
                                placement,
                                found(
                                        half,
                                        half,
                                        placed("o1", "k1"),
                                        changed,
                                        event(3, "LinesChanged"))))
                .containsExactly(Kind.PARTIAL_COMMAND);
    }

    /// The kinds of findings when each command leaves two events.
    private static List<Kind> several(List<Exchange> exchanges, FoundOrder order) {
        ObservedState observed = new ObservedState(Map.of("o1", order), 0);
        return Verifier.verify(new CommandHistory(exchanges), observed, 2).stream()
                .map(Finding::kind)
                .toList();
    }

    @Test
    void amountsAreComparedByValue() {
        assertThat(
                        OrderFold.contains(
                                JSON.readTree("{\"a\":17.90}"), JSON.readTree("{\"a\":\"17.9\"}")))
                .isTrue();
        assertThat(
                        OrderFold.contains(
                                JSON.readTree("{\"a\":17.90}"), JSON.readTree("{\"a\":\"17.91\"}")))
                .isFalse();
    }

    private static List<Kind> verify(List<Exchange> exchanges, Map<String, FoundOrder> orders) {
        return Verifier.verify(new CommandHistory(exchanges), new ObservedState(orders, 0)).stream()
                .map(Finding::kind)
                .toList();
    }

    private static boolean tookEffect(List<Exchange> exchanges, Map<String, FoundOrder> orders) {
        CommandHistory history = new CommandHistory(exchanges);
        return Verifier.tookEffect(
                history.unknown().getFirst(), history, new ObservedState(orders, 0), 1);
    }

    private static Exchange answered(CommandRequest command, int status, String body) {
        return new Exchange(command, new Answer(status, body));
    }

    private static FoundOrder found(String order, @Nullable String view, String... events) {
        List<JsonNode> parsed = new ArrayList<>();
        for (String event : events) {
            parsed.add(JSON.readTree(event));
        }
        return new FoundOrder(
                JSON.readTree(order), parsed, view == null ? null : JSON.readTree(view));
    }

    private static String order(String id, String status, int version) {
        return "{\"orderId\":\"%s\",\"status\":\"%s\",\"version\":%d,\"total\":\"45.48\",%s"
                .formatted(id, status, version, OrderBodies.placement("c1", "k1").substring(1));
    }

    private static String placed(String id, String key) {
        return "{\"version\":1,\"type\":\"OrderPlaced\",\"data\":{\"orderId\":\"%s\",\"total\":\"45.48\",%s}"
                .formatted(id, OrderBodies.placement("c1", key).substring(1));
    }

    private static String event(int version, String type) {
        return "{\"version\":%d,\"type\":\"%s\",\"data\":{}}".formatted(version, type);
    }
}
