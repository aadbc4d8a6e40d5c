package dev.cobnut.orders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/// The order service.
@SpringBootApplication
public class OrderServiceApplication {

    /// Exits with 1 when the service cannot start. The reason is printed before: a known one as one
    /// sentence (see [dev.cobnut.orders.startup]), any other with its stack trace.
    public static void main(String[] args) {
        try {
            SpringApplication.run(OrderServiceApplication.class, args);
        } catch (RuntimeException | Error _) {
            System.exit(1);
        }
    }
}
