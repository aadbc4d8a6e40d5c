package com.example.inventory;

import com.example.inventory.StockCommand.*;
import com.example.inventory.StockEvent.*;
import dev.cobnut.test.scenario.DomainScenario;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StockTest {
    private static final UUID ONE = UUID.randomUUID();
    private static final UUID TWO = UUID.randomUUID();
    private static final StockCounted SEVEN_NUTS = new StockCounted("nut", 7);

    private final DomainScenario<Stock, StockCommand, StockEvent> nuts = DomainScenario.of(new StockDecider());

    @Test
    void noPieceIsHeldTwice() {
        nuts.given(SEVEN_NUTS, new StockHeld(ONE, 5))
                .when(new Hold(TWO, 3))
                .thenRefused("out-of-stock", "Only 2 of nut are free, and 3 are ordered.")
                .when(new Hold(TWO, 2))
                .thenEvents(new StockHeld(TWO, 2))
                .when(new Hold(ONE, 6))
                .thenRefused("out-of-stock");
    }

    @Test
    void anOrderHoldsTheQuantityThatItAskedForLast() {
        nuts.given(SEVEN_NUTS, new StockHeld(ONE, 5))
                .when(new Hold(ONE, 7))
                .thenEvents(new StockHeld(ONE, 7))
                .when(new Hold(ONE, 7))
                .thenNoEvents()
                .when(new Hold(ONE, 0))
                .thenState(new Stock("nut", 7, Map.of()));
    }

    @Test
    void whatIsShippedIsNeitherHeldNorOnTheShelf() {
        nuts.given(SEVEN_NUTS, new StockHeld(ONE, 5))
                .when(new Take(ONE))
                .thenState(new Stock("nut", 2, Map.of()))
                .when(new Take(ONE))
                .thenNoEvents();
    }

    @Test
    void aProductThatWasNeverCountedIsMissing() {
        nuts.when(new Hold(ONE, 1)).thenMissing();
    }
}
