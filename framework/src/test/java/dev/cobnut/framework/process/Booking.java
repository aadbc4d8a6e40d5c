package dev.cobnut.framework.process;

import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.JsonEventCodec;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// A booking of one seat, which has to be paid.
record Booking(String seat, String status) {

    sealed interface BookingCommand {}

    record RequestBooking(String seat) implements BookingCommand {}

    record ConfirmBooking() implements BookingCommand {}

    record RejectBooking(String reason) implements BookingCommand {}

    record PayBooking() implements BookingCommand {}

    record ExpireBooking() implements BookingCommand {}

    sealed interface BookingEvent {}

    record BookingRequested(String seat) implements BookingEvent {}

    record BookingConfirmed() implements BookingEvent {}

    record BookingRejected(String reason) implements BookingEvent {}

    record BookingPaid() implements BookingEvent {}

    record BookingExpired(String seat, Instant at) implements BookingEvent {}

    static final class BookingDecider implements Decider<Booking, BookingCommand, BookingEvent> {

        private final EventCodec<BookingEvent> codec =
                JsonEventCodec.of(BookingEvent.class, JsonMapper.shared());

        @Override
        public String category() {
            return "booking";
        }

        @Override
        public EventCodec<BookingEvent> codec() {
            return codec;
        }

        @Override
        public Decision<BookingEvent> decide(
                @Nullable Booking state, BookingCommand command, Instant now) {
            if (state == null) {
                return command instanceof RequestBooking(String seat)
                        ? Decision.accepted(new BookingRequested(seat))
                        : Decision.missing();
            }
            return switch (command) {
                case RequestBooking _ -> Decision.accepted();
                case ConfirmBooking _ -> Decision.accepted(new BookingConfirmed());
                case RejectBooking(String reason) -> Decision.accepted(new BookingRejected(reason));
                case PayBooking _ -> Decision.accepted(new BookingPaid());
                case ExpireBooking _ when state.status().equals("paid") ->
                        Decision.refused("booking-paid", "The booking is paid.");
                case ExpireBooking _ -> Decision.accepted(new BookingExpired(state.seat(), now));
            };
        }

        @Override
        public Booking evolve(@Nullable Booking state, BookingEvent event) {
            String seat = state == null ? "" : state.seat();
            return switch (event) {
                case BookingRequested(String of) -> new Booking(of, "requested");
                case BookingConfirmed _ -> new Booking(seat, "confirmed");
                case BookingRejected(String reason) -> new Booking(seat, "rejected: " + reason);
                case BookingPaid _ -> new Booking(seat, "paid");
                case BookingExpired _ -> new Booking(seat, "expired");
            };
        }
    }
}
