package com.example.inventory;

import module java.base;
import com.example.inventory.ReservationEvent.ReservationEnded;
import dev.cobnut.framework.handler.Handler;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;

/// What this service asks of the order service.
interface Orders {
    /// Cancels an order, once for each cause. An order that can be cancelled no more stays as it is.
    void cancel(UUID order, String reason, UUID cause);

    static Orders at(String url) {
        RestClient client = RestClient.create(url);
        return (order, reason, cause) -> client.post()
                .uri("/orders/{order}/cancel", order)
                .contentType(MediaType.APPLICATION_JSON)
                .header("Idempotency-Key", cause.toString())
                .body(Map.of("reason", reason))
                .exchange((_, answer) -> {
                    String body = answer.bodyTo(String.class);
                    if (answer.getStatusCode().is2xxSuccessful() || body.contains("\"/problems/rule\"")) {
                        return body;
                    }
                    throw new IOException("The order service answered " + answer.getStatusCode() + ": " + body);
                });
    }

    static Handler cancellations(Orders orders) {
        return Handler.named("cancel-orders").on(ReservationEnded.class, (end, event) -> {
            if (end.ending() == Ending.REJECTED) {
                orders.cancel(UUID.fromString(event.stream().id()), end.reason(), event.id());
            }
        });
    }
}
