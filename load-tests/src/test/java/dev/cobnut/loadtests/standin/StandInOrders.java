package dev.cobnut.loadtests.standin;

import dev.cobnut.loadtests.orders.CommandKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Orders in memory, each a list of its events. Not thread-safe: callers take turns.
final class StandInOrders {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Map<CommandKind, String> STATUS_BEFORE =
            Map.of(
                    CommandKind.CHANGE_LINES, "PLACED",
                    CommandKind.CONFIRM, "PLACED",
                    CommandKind.PAY, "CONFIRMED",
                    CommandKind.SHIP, "PAID",
                    CommandKind.DELIVER, "SHIPPED");

    private final Map<String, List<ObjectNode>> events = new LinkedHashMap<>();
    private final Map<String, StandInReply> answers = new HashMap<>();

    /// @param event what was appended, to be stored; null when nothing was
    record Decided(StandInReply reply, @Nullable ObjectNode event) {}

    Decided decide(
            CommandKind kind,
            String key,
            @Nullable String id,
            @Nullable Long ifMatch,
            JsonNode body) {
        @Nullable StandInReply before = answers.get(key);
        if (before != null) {
            return new Decided(before, null);
        }
        String orderId = id == null ? UUID.randomUUID().toString() : id;
        List<ObjectNode> stream = events.getOrDefault(orderId, List.of());
        if (stream.isEmpty() && kind != CommandKind.PLACE) {
            return refusal(404, "there is no such order");
        }
        if (ifMatch != null && ifMatch != stream.size()) {
            return refusal(412, "the order is at version " + stream.size());
        }
        String status = stream.isEmpty() ? "" : order(orderId).path("status").asString();
        boolean ends = kind == CommandKind.CANCEL && !status.matches("SHIPPED|DELIVERED|CANCELLED");
        if (!ends && !status.equals(STATUS_BEFORE.getOrDefault(kind, ""))) {
            return refusal(409, "the order is " + status);
        }
        ObjectNode event = JSON.createObjectNode();
        event.put("orderId", orderId).put("key", key).put("version", stream.size() + 1);
        event.put("type", kind.eventType()).put("at", "2026-11-20T12:00:00Z");
        event.put("eventId", UUID.randomUUID().toString());
        event.set("data", data(orderId, body));
        return new Decided(apply(event), event);
    }

    /// Also how a stored event comes back after a restart.
    StandInReply apply(ObjectNode event) {
        String orderId = event.path("orderId").asString();
        events.computeIfAbsent(orderId, _ -> new ArrayList<>()).add(event);
        int status = event.path("version").asInt() == 1 ? 201 : 200;
        StandInReply reply = new StandInReply(status, order(orderId).toString());
        answers.put(event.path("key").asString(), reply);
        return reply;
    }

    void forgetKey(String key) {
        answers.remove(key);
    }

    boolean has(String orderId) {
        return events.containsKey(orderId);
    }

    ObjectNode order(String orderId) {
        ObjectNode order = JSON.createObjectNode();
        for (ObjectNode event : events.getOrDefault(orderId, List.of())) {
            order.setAll((ObjectNode) event.get("data"));
            CommandKind kind =
                    Objects.requireNonNull(CommandKind.ofEvent(event.path("type").asString()));
            order.put("status", kind.statusAfter());
            order.set("version", event.get("version"));
        }
        return order;
    }

    ObjectNode eventsOf(String orderId) {
        ObjectNode page = JSON.createObjectNode();
        page.putArray("events").addAll(events.getOrDefault(orderId, List.of()));
        return page;
    }

    ObjectNode ordersOf(String customerId) {
        ObjectNode page = JSON.createObjectNode();
        ArrayNode orders = page.putArray("orders");
        for (String id : events.keySet()) {
            ObjectNode order = order(id);
            if (order.path("customerId").asString().equals(customerId)) {
                orders.add(order);
            }
        }
        return page;
    }

    static ObjectNode totalOf(JsonNode lines) {
        BigDecimal total = BigDecimal.ZERO;
        for (JsonNode line : lines) {
            BigDecimal price = new BigDecimal(line.path("unitPrice").asString());
            total = total.add(price.multiply(BigDecimal.valueOf(line.path("quantity").asLong())));
        }
        return JSON.createObjectNode().put("total", total.toPlainString());
    }

    private static ObjectNode data(String orderId, JsonNode body) {
        ObjectNode data = body.deepCopy().asObject();
        data.put("orderId", orderId);
        if (data.has("lines")) {
            data.setAll(totalOf(data.get("lines")));
        }
        return data;
    }

    private static Decided refusal(int status, String detail) {
        String body = JSON.createObjectNode().put("detail", detail).toString();
        return new Decided(new StandInReply(status, body), null);
    }
}
