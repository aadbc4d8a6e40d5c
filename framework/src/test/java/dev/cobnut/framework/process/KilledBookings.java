package dev.cobnut.framework.process;

import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.process.Booking.BookingRequested;
import dev.cobnut.framework.process.Booking.ExpireBooking;
import dev.cobnut.framework.process.Booking.RequestBooking;
import dev.cobnut.framework.process.Seat.HoldSeat;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/// A service that is killed at any moment: it requests bookings, whose seats do not exist and which
/// expire soon. Writes a line per booking.
final class KilledBookings {

    static final Duration TIME_TO_PAY = Duration.ofMillis(200);

    private KilledBookings() {}

    /// @param arguments folder of the journal, and the first booking to request; without it, the
    ///   service ends when all that was requested has expired
    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[0]);
        try (BookingNode node = start(folder)) {
            if (arguments.length == 2) {
                for (int booking = Integer.parseInt(arguments[1]); ; booking++) {
                    node.send(Integer.toString(booking), new RequestBooking("none"));
                    System.out.println(booking);
                }
            }
            node.awaitHandled();
            BookingNode.await(
                    () -> node.journal().findInLookup("timers", "booking", null, 1).isEmpty());
            node.awaitHandled();
        }
    }

    private static BookingNode start(Path folder) {
        Journal journal = SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system());
        return new BookingNode(
                journal,
                InstantSource.system(),
                (bookings, seats) ->
                        Process.named("booking")
                                .on(
                                        BookingRequested.class,
                                        (asked, on) -> {
                                            String id = on.event().stream().id();
                                            on.send(seats, asked.seat(), new HoldSeat(id))
                                                    .mayBeRefused();
                                            on.after(
                                                    TIME_TO_PAY, bookings, id, new ExpireBooking());
                                        }));
    }
}
