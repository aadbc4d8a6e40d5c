package com.example.inventory;

import static com.example.inventory.StockDecider.idOf;

import com.example.inventory.ReservationCommand.End;
import com.example.inventory.ReservationEvent.*;
import com.example.inventory.StockCommand.*;
import com.example.inventory.StockEvent.StockCounted;
import dev.cobnut.test.scenario.ProcessScenario;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WarehouseTest {
    private static final UUID ORDER = UUID.randomUUID();
    private static final Set<String> BOTH = Set.of("bolt", "nut");

    private final ReservationDecider reservations = new ReservationDecider();
    private final StockDecider stocks = new StockDecider();
    private final ProcessScenario<ReservationEvent> warehouse =
            ProcessScenario.of(reservations,
                            around -> Warehouse.process(around.gateway(reservations), around.gateway(stocks)))
                    .stream(stocks, idOf("nut").toString())
                    .given(new StockCounted("nut", 7))
                    .stream(stocks, idOf("bolt").toString())
                    .given(new StockCounted("bolt", 1))
                    .stream(reservations, ORDER.toString());

    @Test
    void everyProductOfAnOrderIsHeld() {
        warehouse.when(request(Map.of("nut", 2, "bolt", 1))).thenContents(new Hold(ORDER, 1), new Hold(ORDER, 2));
    }

    @Test
    void anOrderThatCannotHaveEverythingIsRejected() {
        warehouse.when(request(Map.of("nut", 2, "bolt", 2)))
                .thenContents(new Hold(ORDER, 2),
                        new End(Ending.REJECTED, "Only 1 of bolt are free, and 2 are ordered."),
                        new Hold(ORDER, 2));
    }

    @Test
    void aProductThatNobodyKnowsRejectsTheOrder() {
        warehouse.when(request(Map.of("screw", 1)))
                .thenContents(new Hold(ORDER, 1), new End(Ending.REJECTED, "There is no screw."));
    }

    @Test
    void whatARejectedOrderHoldsIsGivenBack() {
        warehouse.given(request(Map.of("nut", 2, "bolt", 1)))
                .when(new ReservationEnded(Ending.REJECTED, "why", BOTH))
                .thenContents(new Hold(ORDER, 0), new Hold(ORDER, 0));
    }

    @Test
    void whatIsShippedHasLeft() {
        warehouse.given(request(Map.of("nut", 2, "bolt", 1)))
                .when(new ReservationEnded(Ending.SHIPPED, "1Z", BOTH))
                .thenContents(new Take(ORDER), new Take(ORDER));
    }

    private static ReservationRequested request(Map<String, Integer> quantities) {
        return new ReservationRequested(new TreeMap<>(quantities));
    }
}
