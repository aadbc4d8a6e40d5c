package dev.cobnut.orders.api;

import dev.cobnut.orders.InMemoryOrders;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;

/// The service on a port of its own; all subclasses share one.
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@Import(InMemoryOrders.class)
abstract class ApiTest {

    @LocalServerPort private int port;

    @SuppressWarnings("NullAway.Init") // before each test
    protected ApiClient api;

    @BeforeEach
    void connect() {
        api = ApiClient.on(port);
    }

    protected int port() {
        return port;
    }
}
