package com.example.inventory;

import static dev.cobnut.framework.command.Decision.*;

import module java.base;
import com.example.inventory.ReservationCommand.*;
import com.example.inventory.ReservationEvent.*;
import dev.cobnut.framework.command.*;
import dev.cobnut.framework.event.*;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

sealed interface ReservationEvent {
    /// Quantities by product. They replace those before; 0 is a product that is no longer ordered.
    record ReservationRequested(SortedMap<String, Integer> quantities) implements ReservationEvent {}
    record ReservationEnded(Ending ending, String reason, Set<String> products) implements ReservationEvent {}
}

sealed interface ReservationCommand {
    record Request(SortedMap<String, Integer> quantities) implements ReservationCommand {}
    record End(Ending ending, String reason) implements ReservationCommand {}
}

enum Ending { REJECTED, CANCELLED, SHIPPED }

/// What an order needs. Its id is the order's. `ended` is null while the order is open.
record Reservation(SortedMap<String, Integer> quantities, @Nullable ReservationEnded ended) {}

/// The order service has the last word on an order, so nothing is refused: what comes too late changes nothing.
final class ReservationDecider implements Decider<Reservation, ReservationCommand, ReservationEvent> {
    private final EventCodec<ReservationEvent> codec = JsonEventCodec.of(ReservationEvent.class, JsonMapper.shared());

    @Override public String category() { return "reservation"; }
    @Override public EventCodec<ReservationEvent> codec() { return codec; }
    @Override public Decision<ReservationEvent> decide(
            @Nullable Reservation reservation, ReservationCommand command, Instant now) {
        return switch (command) {
            case Request(var quantities) when reservation == null -> accepted(new ReservationRequested(quantities));
            case End _ when reservation == null -> missing();
            case ReservationCommand _ when reservation.ended() != null -> accepted();
            case Request(var quantities) -> {
                SortedMap<String, Integer> changed = new TreeMap<>(reservation.quantities());
                changed.replaceAll((_, _) -> 0);
                changed.putAll(quantities);
                yield accepted(new ReservationRequested(changed));
            }
            case End(Ending ending, String reason) ->
                    accepted(new ReservationEnded(ending, reason, new TreeSet<>(reservation.quantities().keySet())));
        };
    }
    @Override public Reservation evolve(@Nullable Reservation reservation, ReservationEvent event) {
        return switch (event) {
            case ReservationRequested(var quantities) -> new Reservation(quantities, null);
            case ReservationEnded ended -> new Reservation(reservation.quantities(), ended);
        };
    }
}
