package com.example.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import dev.cobnut.test.slice.AutoConfigureCobnut;
import dev.cobnut.test.slice.ServiceUnderTest;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/// Signed events of the order service over HTTP, with a journal in memory.
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "inventory.secret=" + OrderEventsTest.SECRET)
@AutoConfigureCobnut
class OrderEventsTest {
    static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1ub3BxcnN0dXY=";
    static final Map<UUID, String> CANCELLED = new ConcurrentHashMap<>();

    @TestConfiguration
    static class NoOrderService {
        @Bean
        Orders cancelledInMemory() {
            return (order, reason, _) -> CANCELLED.put(order, reason);
        }
    }

    @Autowired ServiceUnderTest service;
    @LocalServerPort int port;
    private RestTestClient client;
    private final UUID order = UUID.randomUUID();

    @BeforeEach
    void countTheNuts() {
        client = RestTestClient.bindToServer().baseUrl("http://127.0.0.1:" + port).build();
        client.put().uri("/stock/nut").contentType(MediaType.APPLICATION_JSON).body("{\"onHand\":7}").exchange()
                .expectStatus().isOk();
    }

    @Test
    void anOrderHoldsWhatItNeedsAndARepeatedEventChangesNothing() throws Exception {
        String placed = event("OrderPlaced", "{\"lines\":[{\"productId\":\"nut\",\"quantity\":3}]}");
        for (int attempt = 0; attempt < 2; attempt++) {
            send(placed, SECRET).expectStatus().isNoContent();
            service.awaitDelivered();
            stock("$.held['" + order + "']", 3);
        }

        send(event("OrderShipped", "{\"trackingNumber\":\"1Z\"}"), SECRET).expectStatus().isNoContent();
        service.awaitDelivered();
        stock("$.onHand", 4);
        assertThat(CANCELLED).doesNotContainKey(order);
    }

    @Test
    void anOrderThatCannotHaveEverythingIsCancelled() throws Exception {
        send(event("OrderPlaced", "{\"lines\":[{\"productId\":\"nut\",\"quantity\":8}]}"), SECRET)
                .expectStatus().isNoContent();
        service.awaitDelivered();
        assertThat(CANCELLED).containsEntry(order, "Only 7 of nut are free, and 8 are ordered.");
    }

    @Test
    void anEventThatIsNotSignedIsRefused() throws Exception {
        send(event("OrderPlaced", "{\"lines\":[]}"), "whsec_dnV0c3JxcG9ubWxramloZ2ZlZGNiYTk4NzY1NDMyMTA=")
                .expectStatus().isUnauthorized()
                .expectBody().jsonPath("$.type").isEqualTo("/problems/not-genuine");
    }

    private String event(String type, String data) {
        return "{\"specversion\":\"1.0\",\"id\":\"%s\",\"type\":\"%s\",\"subject\":\"order-%s\",\"data\":%s}"
                .formatted(UUID.randomUUID(), type, order, data);
    }

    private ResponseSpec send(String event, String secret) throws Exception {
        long now = Instant.now().getEpochSecond();
        return client.post().uri("/order-events")
                .contentType(MediaType.valueOf("application/cloudevents+json"))
                .header("webhook-id", "1")
                .header("webhook-timestamp", Long.toString(now))
                .header("webhook-signature", new Webhook(secret).sign("1", now, event))
                .body(event)
                .exchange();
    }

    private void stock(String path, int value) {
        client.get().uri("/stock/nut").exchange().expectStatus().isOk().expectBody().jsonPath(path).isEqualTo(value);
    }
}
