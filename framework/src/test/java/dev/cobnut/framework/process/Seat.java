package dev.cobnut.framework.process;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// A seat that is free or held for one booking.
///
/// @param booking empty when it is free
record Seat(String booking) {

    sealed interface SeatCommand {}

    record InstallSeat() implements SeatCommand {}

    record HoldSeat(String booking) implements SeatCommand {}

    record FreeSeat() implements SeatCommand {}

    sealed interface SeatEvent {}

    record SeatInstalled() implements SeatEvent {}

    record SeatHeld(String booking) implements SeatEvent {}

    record SeatFreed() implements SeatEvent {}

    static final class SeatDecider implements Decider<Seat, SeatCommand, SeatEvent> {

        private final EventCodec<SeatEvent> codec =
                JsonEventCodec.of(SeatEvent.class, JsonMapper.shared());

        @Override
        public String category() {
            return "seat";
        }

        @Override
        public EventCodec<SeatEvent> codec() {
            return codec;
        }

        @Override
        public Decision<SeatEvent> decide(@Nullable Seat state, SeatCommand command, Instant now) {
            if (state == null) {
                return command instanceof InstallSeat
                        ? Decision.accepted(new SeatInstalled())
                        : Decision.missing();
            }
            return switch (command) {
                case InstallSeat _ -> Decision.accepted();
                case HoldSeat(String booking) when state.booking().isEmpty() ->
                        Decision.accepted(new SeatHeld(booking));
                case HoldSeat _ ->
                        Decision.refused(
                                "seat-taken", "The seat is held for " + state.booking() + ".");
                case FreeSeat _ -> Decision.accepted(new SeatFreed());
            };
        }

        @Override
        public Seat evolve(@Nullable Seat state, SeatEvent event) {
            return switch (event) {
                case SeatInstalled _, SeatFreed _ -> new Seat("");
                case SeatHeld(String booking) -> new Seat(booking);
            };
        }
    }
}
