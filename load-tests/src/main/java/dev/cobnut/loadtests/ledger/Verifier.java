package dev.cobnut.loadtests.ledger;

import dev.cobnut.loadtests.ledger.Finding.Kind;
import dev.cobnut.loadtests.ledger.ObservedState.FoundOrder;
import dev.cobnut.loadtests.orders.Answer;
import dev.cobnut.loadtests.orders.CommandKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Compares the acknowledged commands with the observed state: acknowledged ⊆ found ⊆ acknowledged
/// ∪ unknown, one order per key, contiguous versions, whole commands, and view = fold(events) =
/// order. A function without I/O.
///
/// Each command leaves the same number of events: `OrderPlaced` is the first event of its command,
/// any other event that names a command is the last one of it.
public final class Verifier {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final CommandHistory history;
    private final ObservedState observed;
    private final int eventsPerCommand;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, CommandHistory.Key> placements = new HashMap<>();
    private final Map<String, Map<Long, CommandHistory.Key>> acknowledgedByOrder = new HashMap<>();
    private final Map<String, List<CommandHistory.Key>> unknownByOrder = new HashMap<>();

    private Verifier(CommandHistory history, ObservedState observed, int eventsPerCommand) {
        this.history = history;
        this.observed = observed;
        this.eventsPerCommand = eventsPerCommand;
        for (CommandHistory.Key key : history.keys()) {
            @Nullable String orderId = key.orderId();
            if (key.command().kind() == CommandKind.PLACE) {
                placements.put(key.command().key(), key);
            }
            if (orderId != null && key.isAcknowledged()) {
                CommandHistory.@Nullable Key other =
                        acknowledgedByOrder
                                .computeIfAbsent(orderId, _ -> new HashMap<>())
                                .put(key.version(), key);
                if (other != null) {
                    report(
                            Kind.FORK,
                            orderId,
                            "%s and %s were both acknowledged as version %d"
                                    .formatted(other.command(), key.command(), key.version()));
                }
            }
            if (orderId != null && key.isUnknown()) {
                unknownByOrder.computeIfAbsent(orderId, _ -> new ArrayList<>()).add(key);
            }
        }
    }

    /// Verifies commands that leave one event each.
    public static List<Finding> verify(CommandHistory history, ObservedState observed) {
        return verify(history, observed, 1);
    }

    /// @param eventsPerCommand number of events that each command leaves
    static List<Finding> verify(
            CommandHistory history, ObservedState observed, int eventsPerCommand) {
        Verifier verifier = new Verifier(history, observed, eventsPerCommand);
        verifier.acknowledgedIsFound();
        verifier.foundIsExplained();
        if (observed.outboxPending() != 0) {
            verifier.report(
                    Kind.OUTBOX_NOT_EMPTY,
                    "outbox",
                    observed.outboxPending() + " events are pending");
        }
        return verifier.findings;
    }

    /// True when a command without an answer took effect.
    static boolean tookEffect(
            CommandHistory.Key unknown,
            CommandHistory history,
            ObservedState observed,
            int eventsPerCommand) {
        Verifier verifier = new Verifier(history, observed, eventsPerCommand);
        if (unknown.command().kind() == CommandKind.PLACE) {
            return observed.orders().values().stream()
                    .anyMatch(found -> found.placementKey().equals(unknown.command().key()));
        }
        String orderId = Objects.requireNonNull(unknown.command().orderId());
        @Nullable FoundOrder found = observed.orders().get(orderId);
        Map<Long, CommandHistory.Key> known =
                verifier.acknowledgedByOrder.getOrDefault(orderId, Map.of());
        return found != null
                && verifier.commands(found.events()).stream()
                        .filter(left -> !known.containsKey(left.version()))
                        .anyMatch(left -> isOf(unknown, left.event()));
    }

    private void acknowledgedIsFound() {
        for (CommandHistory.Key key : history.acknowledged()) {
            Answer first = Objects.requireNonNull(key.acknowledged().getFirst().answer());
            for (Exchange repeated : key.acknowledged()) {
                if (!first.sameAs(Objects.requireNonNull(repeated.answer()))) {
                    report(
                            Kind.ANSWER_CHANGED,
                            key.command().key(),
                            "%s, then %s".formatted(first, repeated.answer()));
                }
            }
            acknowledgedIsFound(key, Objects.requireNonNull(key.orderId()));
        }
    }

    private void acknowledgedIsFound(CommandHistory.Key key, String orderId) {
        @Nullable FoundOrder found = observed.orders().get(orderId);
        boolean placement = key.command().kind() == CommandKind.PLACE;
        if (found == null || found.order() == null) {
            report(
                    placement ? Kind.LOST_ORDER : Kind.LOST_EVENT,
                    orderId,
                    key.command() + " was acknowledged");
            return;
        }
        boolean there =
                commands(found.events()).stream()
                        .anyMatch(
                                left -> left.version() == key.version() && isOf(key, left.event()));
        if (!there) {
            report(
                    Kind.LOST_EVENT,
                    orderId,
                    "%s was acknowledged as version %d".formatted(key.command(), key.version()));
        }
        JsonNode request = JSON.readTree(key.command().body());
        boolean carriesContent = placement || key.command().kind() == CommandKind.CHANGE_LINES;
        if (carriesContent && !OrderFold.contains(key.first(), request)) {
            report(Kind.CONTENT_DIFFERS, orderId, key.first() + " answers " + request);
        }
        if (found.order().path("version").asLong() == key.version()
                && !found.order().equals(key.first())) {
            report(Kind.CONTENT_DIFFERS, orderId, found.order() + " was " + key.first());
        }
    }

    private void foundIsExplained() {
        Set<String> placedKeys = new HashSet<>();
        observed.orders()
                .forEach((orderId, found) -> {
                    if (found.order() != null) {
                        placementIsExplained(orderId, found, placedKeys);
                        eventsAreExplained(orderId, found.events());
                        formsAgree(orderId, found.order(), found);
                    }
                });
    }

    private void placementIsExplained(String orderId, FoundOrder found, Set<String> placedKeys) {
        String name = found.placementKey();
        CommandHistory.@Nullable Key placement = placements.get(name);
        if (placement == null || !(placement.isAcknowledged() || placement.isUnknown())) {
            report(Kind.UNEXPLAINED, orderId, "no placement may have made this order");
        } else if (!placedKeys.add(name)
                || (placement.isAcknowledged() && !orderId.equals(placement.orderId()))) {
            report(Kind.DUPLICATE, orderId, "another order was placed with the key " + name);
        }
    }

    private void eventsAreExplained(String orderId, List<JsonNode> events) {
        Map<Long, CommandHistory.Key> known = acknowledgedByOrder.getOrDefault(orderId, Map.of());
        List<CommandHistory.Key> unknown =
                new ArrayList<>(unknownByOrder.getOrDefault(orderId, List.of()));
        long expected = 1;
        for (JsonNode event : events) {
            long version = event.path("version").asLong();
            if (version != expected) {
                report(
                        Kind.VERSION_GAP,
                        orderId,
                        "version %d instead of %d".formatted(version, expected));
            }
            expected = version + 1;
        }
        if (events.size() % eventsPerCommand != 0) {
            report(
                    Kind.PARTIAL_COMMAND,
                    orderId,
                    "%d events, and each command leaves %d"
                            .formatted(events.size(), eventsPerCommand));
        }
        for (Left left : commands(events)) {
            CommandHistory.@Nullable Key answer = known.get(left.version());
            boolean explained = answer != null && isOf(answer, left.event());
            boolean placement = left.version() == eventsPerCommand;
            if (!explained && !placement && !takeMatching(unknown, left.event())) {
                report(Kind.UNEXPLAINED, orderId, "no command may have appended " + left.event());
            }
        }
    }

    /// What a command left.
    ///
    /// @param version of its last event
    /// @param event the event that names it
    private record Left(long version, JsonNode event) {}

    /// The commands of an order that are whole, in order.
    private List<Left> commands(List<JsonNode> events) {
        List<Left> commands = new ArrayList<>();
        for (int i = eventsPerCommand - 1; i < events.size(); i += eventsPerCommand) {
            JsonNode last = events.get(i);
            commands.add(
                    new Left(
                            last.path("version").asLong(),
                            i == eventsPerCommand - 1 ? events.getFirst() : last));
        }
        return commands;
    }

    private void formsAgree(String orderId, JsonNode order, FoundOrder found) {
        OrderFold.of(found.events())
                .forEach((field, value) -> {
                    if (!OrderFold.contains(order.path(field), value)) {
                        report(
                                Kind.FOLD_DIFFERS,
                                orderId,
                                "%s is %s; the events say %s"
                                        .formatted(field, order.path(field), value));
                    }
                });
        boolean listed =
                found.view() != null && found.view().path("version").equals(order.path("version"));
        if (!listed || !OrderFold.contains(order, Objects.requireNonNull(found.view()))) {
            report(
                    Kind.VIEW_DIFFERS,
                    orderId,
                    "the view says %s, the order %s".formatted(found.view(), order));
        }
    }

    private static boolean takeMatching(List<CommandHistory.Key> unknown, JsonNode event) {
        for (CommandHistory.Key key : unknown) {
            if (isOf(key, event)) {
                return unknown.remove(key);
            }
        }
        return false;
    }

    private static boolean isOf(CommandHistory.Key key, JsonNode event) {
        return key.command().kind().eventType().equals(event.path("type").asString());
    }

    private void report(Kind kind, String subject, String detail) {
        findings.add(new Finding(kind, subject, detail));
    }
}
