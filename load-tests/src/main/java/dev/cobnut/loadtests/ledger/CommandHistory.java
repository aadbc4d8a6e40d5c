package dev.cobnut.loadtests.ledger;

import dev.cobnut.loadtests.orders.CommandKind;
import dev.cobnut.loadtests.orders.CommandRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The exchanges by idempotency key, in the order of the first attempts.
public final class CommandHistory {

    private static final JsonMapper JSON = JsonMapper.shared();

    /// The combined result of all attempts with one key.
    ///
    /// @param acknowledged attempts with a successful answer, in order
    /// @param unknown true when an attempt without a definite answer may have taken effect
    public record Key(CommandRequest command, List<Exchange> acknowledged, boolean unknown) {

        public boolean isAcknowledged() {
            return !acknowledged.isEmpty();
        }

        /// True when the effect may exist although no answer acknowledged it.
        public boolean isUnknown() {
            return unknown && acknowledged.isEmpty();
        }

        public @Nullable String orderId() {
            if (command.kind() != CommandKind.PLACE) {
                return command.orderId();
            }
            return isAcknowledged() ? first().path("orderId").asString() : null;
        }

        JsonNode first() {
            return Objects.requireNonNull(acknowledged.getFirst().answer()).json();
        }

        public long version() {
            return first().path("version").asLong();
        }
    }

    private final Map<String, Key> keys = new LinkedHashMap<>();

    public CommandHistory(Collection<Exchange> exchanges) {
        for (Exchange exchange : exchanges) {
            keys.merge(exchange.command().key(), key(exchange), CommandHistory::merge);
        }
    }

    public Collection<Key> keys() {
        return keys.values();
    }

    public List<Key> unknown() {
        return keys.values().stream().filter(Key::isUnknown).toList();
    }

    public List<Key> acknowledged() {
        return keys.values().stream().filter(Key::isAcknowledged).toList();
    }

    /// The ids of orders in answers.
    public Set<String> orderIds() {
        Set<String> ids = new LinkedHashSet<>();
        for (Key key : keys.values()) {
            @Nullable String id = key.orderId();
            if (id != null) {
                ids.add(id);
            }
        }
        return ids;
    }

    /// The customers of placements.
    public Set<String> customers() {
        Set<String> customers = new LinkedHashSet<>();
        for (Key key : keys.values()) {
            if (key.command().kind() == CommandKind.PLACE) {
                customers.add(JSON.readTree(key.command().body()).path("customerId").asString());
            }
        }
        return customers;
    }

    private static Key key(Exchange exchange) {
        return new Key(
                exchange.command(),
                exchange.acknowledged() ? List.of(exchange) : List.of(),
                !exchange.acknowledged() && !exchange.refused());
    }

    private static Key merge(Key a, Key b) {
        List<Exchange> acknowledged = new ArrayList<>(a.acknowledged());
        acknowledged.addAll(b.acknowledged());
        return new Key(a.command(), List.copyOf(acknowledged), a.unknown() || b.unknown());
    }
}
