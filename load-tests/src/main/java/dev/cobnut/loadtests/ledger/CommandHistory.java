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

/// Exchanges by idempotency key, in the order of the first attempts.
public final class CommandHistory {

    private static final JsonMapper JSON = JsonMapper.shared();

    /// What is known of one key from all of its attempts.
    ///
    /// @param acknowledged those answered with success, in order
    /// @param unknown whether an attempt may have taken effect without our knowing
    public record Key(CommandRequest command, List<Exchange> acknowledged, boolean unknown) {

        public boolean isAcknowledged() {
            return !acknowledged.isEmpty();
        }

        /// Whether its effect may be found, although no answer promised it.
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

    /// Orders that an answer named.
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

    /// Customers that a placement named.
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
