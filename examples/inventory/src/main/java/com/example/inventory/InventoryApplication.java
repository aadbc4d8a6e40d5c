package com.example.inventory;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.framework.process.Process;
import dev.cobnut.web.problem.ProblemType;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.*;

/// Lists what the service consists of.
@SpringBootApplication
public class InventoryApplication {
    public static void main(String[] args) {
        SpringApplication.run(InventoryApplication.class, args);
    }

    @Bean StockDecider stocks() { return new StockDecider(); }
    @Bean ReservationDecider reservations() { return new ReservationDecider(); }
    @Bean Handler cancellations(Orders orders) { return Orders.cancellations(orders); }
    @Bean Process warehouse(
            CommandGateway<Reservation, ReservationCommand> reservations, CommandGateway<Stock, StockCommand> stocks) {
        return Warehouse.process(reservations, stocks);
    }

    /// Any other bean of this type replaces it.
    @Bean @Fallback Orders orderService(@Value("${inventory.orders-url}") String url) { return Orders.at(url); }

    @Bean ProblemType noSuchProduct() {
        return new ProblemType("product-not-found", 404, "There is no such product", "PUT /stock/{product} counts one.");
    }
    @Bean ProblemType noSuchReservation() {
        return new ProblemType("reservation-not-found", 404, "There is no such reservation", "No event of this order came.");
    }
    @Bean ProblemType notGenuine() {
        return new ProblemType("not-genuine", 401, "The event is not genuine", "Events are signed with inventory.secret.");
    }
}
