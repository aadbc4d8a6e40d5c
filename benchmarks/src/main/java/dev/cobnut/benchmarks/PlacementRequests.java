package dev.cobnut.benchmarks;

import dev.cobnut.loadtests.http.RequestTemplate;
import dev.cobnut.loadtests.orders.OrderBodies;
import java.util.Map;

/// The two requests that are compared. Both have the same body; one stores the order, the other
/// only validates it. Each order has a customer of its own.
final class PlacementRequests {

    private static final String BODY = OrderBodies.placement("customer-{n}", "Corylus Avellana");

    static final RequestTemplate PLACE = RequestTemplate.post("/orders", Map.of(), BODY);
    static final RequestTemplate VALIDATE =
            RequestTemplate.post("/orders/validate", Map.of(), BODY);

    private PlacementRequests() {}

    /// [#PLACE] with further headers.
    static RequestTemplate placeWith(Map<String, String> headers) {
        return RequestTemplate.post("/orders", headers, BODY);
    }
}
