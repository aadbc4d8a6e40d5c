package com.example.inventory;

import com.example.inventory.ReservationCommand.End;
import com.example.inventory.ReservationEvent.*;
import com.example.inventory.StockCommand.*;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.process.Process;
import dev.cobnut.framework.process.Steps;
import java.util.UUID;

/// The rule across the streams: an order gets all of its products, or it gives back what it has and is cancelled.
final class Warehouse {
    private Warehouse() {}

    static Process process(
            CommandGateway<Reservation, ReservationCommand> reservations, CommandGateway<Stock, StockCommand> stocks) {
        return Process.named("warehouse")
                .on(ReservationRequested.class, (request, on) -> request.quantities().forEach((product, quantity) ->
                        on.send(stocks, StockDecider.idOf(product), new Hold(order(on), quantity))
                                .whenRefused(no -> on.send(reservations, order(on), new End(Ending.REJECTED,
                                        no.code().equals("missing") ? "There is no " + product + "." : no.sentence())))))
                .on(ReservationEnded.class, (end, on) -> {
                    for (String product : end.products()) {
                        StockCommand last = end.ending() == Ending.SHIPPED ? new Take(order(on)) : new Hold(order(on), 0);
                        on.send(stocks, StockDecider.idOf(product), last).mayBeRefused(); // it may not exist
                    }
                });
    }

    private static UUID order(Steps on) { return UUID.fromString(on.event().stream().id()); }
}
