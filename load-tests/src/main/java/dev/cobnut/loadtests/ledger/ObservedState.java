package dev.cobnut.loadtests.ledger;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What the service knows, as its reads tell.
///
/// @param orders by order id: all that an answer named and all that the views of the customers list
/// @param outboxPending events that wait for delivery
public record ObservedState(Map<String, FoundOrder> orders, double outboxPending) {

    public ObservedState {
        orders = Map.copyOf(orders);
    }

    /// @param order `GET /orders/{id}`, null when there is none
    /// @param events `GET /orders/{id}/events`
    /// @param view its entry in `GET /orders?customerId=…`, null when there is none
    public record FoundOrder(
            @Nullable JsonNode order, List<JsonNode> events, @Nullable JsonNode view) {

        public FoundOrder {
            events = List.copyOf(events);
        }

        /// The placement's key, which it carried as the recipient's name.
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
