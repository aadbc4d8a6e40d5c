package com.example.inventory;

import com.example.inventory.StockCommand.Count;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.web.answer.StreamResource;
import dev.cobnut.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.*;
import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.*;

@RestController
class InventoryController {
    record Shelf(@Min(0) @Max(1_000_000) int onHand) {}

    private final StreamResource<Stock, StockCommand> stocks;
    private final StreamResource<Reservation, ReservationCommand> reservations;

    InventoryController(CommandGateway<Stock, StockCommand> stocks, ProblemType noSuchProduct,
            CommandGateway<Reservation, ReservationCommand> reservations, ProblemType noSuchReservation) {
        this.stocks = StreamResource.of("product", stocks, "/stock", noSuchProduct);
        this.reservations = StreamResource.of("reservation", reservations, "/reservations", noSuchReservation);
    }

    @PutMapping("/stock/{product}")
    ResponseEntity<Stock> count(@PathVariable String product, @Valid @RequestBody Shelf body, HttpServletRequest request) {
        return stocks.change(StockDecider.idOf(product), new Count(product, body.onHand()), request);
    }

    @GetMapping("/stock/{product}")
    ResponseEntity<Stock> stock(@PathVariable String product) {
        return stocks.read(StockDecider.idOf(product));
    }

    @GetMapping("/reservations/{order}")
    ResponseEntity<Reservation> reservation(@PathVariable UUID order) {
        return reservations.read(order);
    }
}
