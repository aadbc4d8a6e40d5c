package com.example.inventory;

import static dev.cobnut.framework.command.Decision.*;

import module java.base;
import com.example.inventory.StockCommand.*;
import com.example.inventory.StockEvent.*;
import dev.cobnut.framework.command.*;
import dev.cobnut.framework.event.*;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

sealed interface StockEvent {
    record StockCounted(String product, int onHand) implements StockEvent {}
    record StockHeld(UUID order, int quantity) implements StockEvent {}
    record StockTaken(UUID order) implements StockEvent {}
}

sealed interface StockCommand {
    /// Says how many pieces are on the shelf.
    record Count(String product, int onHand) implements StockCommand {}
    /// Holds so many pieces for an order in place of those that it held before; 0 gives them back.
    record Hold(UUID order, int quantity) implements StockCommand {}
    /// The pieces that are held for an order have left.
    record Take(UUID order) implements StockCommand {}
}

/// The pieces of one product. `held` has those that are promised, by order.
record Stock(String product, int onHand, Map<UUID, Integer> held) {
    int heldFor(UUID order) { return held.getOrDefault(order, 0); }

    /// What an order may hold.
    int freeFor(UUID order) {
        return onHand + heldFor(order) - held.values().stream().mapToInt(Integer::intValue).sum();
    }

    Stock with(int count, UUID order, int quantity) {
        Map<UUID, Integer> changed = new TreeMap<>(held);
        changed.compute(order, (_, _) -> quantity == 0 ? null : quantity);
        return new Stock(product, count, changed);
    }
}

final class StockDecider implements Decider<Stock, StockCommand, StockEvent> {
    private final EventCodec<StockEvent> codec = JsonEventCodec.of(StockEvent.class, JsonMapper.shared());

    /// The id of a product's stream. A product may have any name, also one that no stream can have.
    static UUID idOf(String product) { return UUID.nameUUIDFromBytes(product.getBytes(StandardCharsets.UTF_8)); }

    @Override public String category() { return "stock"; }
    @Override public EventCodec<StockEvent> codec() { return codec; }
    @Override public Decision<StockEvent> decide(@Nullable Stock stock, StockCommand command, Instant now) {
        return switch (command) {
            case Count(String product, int onHand) -> accepted(new StockCounted(product, onHand));
            case StockCommand _ when stock == null -> missing();
            case Hold(UUID order, int quantity) when quantity == stock.heldFor(order) -> accepted();
            case Hold(UUID order, int quantity) when quantity > stock.freeFor(order) ->
                    refused("out-of-stock", "Only %d of %s are free, and %d are ordered."
                            .formatted(Math.max(0, stock.freeFor(order)), stock.product(), quantity));
            case Hold(UUID order, int quantity) -> accepted(new StockHeld(order, quantity));
            case Take(UUID order) when stock.heldFor(order) == 0 -> accepted();
            case Take(UUID order) -> accepted(new StockTaken(order));
        };
    }
    @Override public Stock evolve(@Nullable Stock stock, StockEvent event) {
        return switch (event) {
            case StockCounted(String product, int onHand) ->
                    new Stock(product, onHand, stock == null ? Map.of() : stock.held());
            case StockHeld(UUID order, int quantity) -> stock.with(stock.onHand(), order, quantity);
            case StockTaken(UUID order) -> stock.with(stock.onHand() - stock.heldFor(order), order, 0);
        };
    }
}
