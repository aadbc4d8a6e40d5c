package dev.cobnut.loadtests.ledger;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The state of the service as its reads show it.
///
/// @param orders by order id: all orders in answers and all orders in the customers' views
/// @param outboxPending number of events that wait for delivery
public record ObservedState(Map<String, FoundOrder> orders, double outboxPending) {

    public ObservedState {
        orders = Map.copyOf(orders);
    }

    /// @param order `GET /orders/{id}`, null when there is no such order
    /// @param events `GET /orders/{id}/events`
    /// @param view entry of the order in `GET /orders?customerId=…`, null when there is no entry
    public record FoundOrder(
            @Nullable JsonNode order, List<JsonNode> events, @Nullable JsonNode view) {

        public FoundOrder {
            events = List.copyOf(events);
        }

        /// The key of the placement, which is also the recipient's name in the order.
        String placementKey() {
            return events.isEmpty()
                    ? ""
                    : events.getFirst()
                            .path("data")
                            .path("shippingAddress")
                            .path("name")
                            .asString();
        }
    }
}
