package dev.cobnut.orders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// The order service.
@SpringBootApplication
public class OrderServiceApplication {

    /// Exits with 1 when the service cannot start. The reason was printed then: one sentence when
    /// it is a known one (see [dev.cobnut.orders.startup]), else with its stack trace.
    public static void main(String[] args) {
        try {
            SpringApplication.run(OrderServiceApplication.class, args);
        } catch (RuntimeException | Error _) {
            System.exit(1);
        }
    }
}
