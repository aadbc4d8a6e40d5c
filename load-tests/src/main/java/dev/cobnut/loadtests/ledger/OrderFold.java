package dev.cobnut.loadtests.ledger;

import dev.cobnut.loadtests.orders.CommandKind;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Folds the events of an order, without any of the service's code.
final class OrderFold {

    private static final List<String> STATE =
            List.of(
                    "orderId",
                    "customerId",
                    "currency",
                    "lines",
                    "total",
                    "shippingAddress",
                    "placedAt");

    private OrderFold() {}

    /// @return the fields that an order with these events must show
    static Map<String, JsonNode> of(List<JsonNode> events) {
        Map<String, JsonNode> state = new LinkedHashMap<>();
        for (JsonNode event : events) {
            JsonNode data = event.path("data");
            for (String field : STATE) {
                if (data.has(field)) {
                    state.put(field, data.get(field));
                }
            }
            @Nullable CommandKind kind = CommandKind.ofEvent(event.path("type").asString());
            if (kind != null) {
                state.put("status", JsonNodeFactory.instance.stringNode(kind.statusAfter()));
            }
            state.put("version", event.path("version"));
        }
        return state;
    }

    /// Compares content: `17.90`, `"17.9"` and `17.9` are the same amount.
    ///
    /// @return true when `whole` contains all content of `part`
    static boolean contains(JsonNode whole, JsonNode part) {
        if (part.isObject()) {
            return part.properties().stream()
                    .allMatch(field ->
                            field.getValue().isNull()
                                    || contains(whole.path(field.getKey()), field.getValue()));
        }
        if (part.isArray()) {
            if (whole.size() != part.size()) {
                return false;
            }
            for (int i = 0; i < part.size(); i++) {
                if (!contains(whole.path(i), part.path(i))) {
                    return false;
                }
            }
            return true;
        }
        return whole.equals(part) || sameAmount(whole, part);
    }

    private static boolean sameAmount(JsonNode a, JsonNode b) {
        @Nullable BigDecimal first = amount(a);
        @Nullable BigDecimal second = amount(b);
        return first != null
                && second != null
                && Objects.compare(first, second, BigDecimal::compareTo) == 0;
    }

    private static @Nullable BigDecimal amount(JsonNode node) {
        String text = node.isValueNode() ? node.asString() : "";
        return text.matches("-?\\d{1,18}(\\.\\d{1,18})?") ? new BigDecimal(text) : null;
    }
}
