package dev.cobnut.framework.process;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.process.Booking.BookingDecider;
import dev.cobnut.framework.process.Booking.BookingExpired;
import dev.cobnut.framework.process.Booking.BookingRequested;
import dev.cobnut.framework.process.Booking.ExpireBooking;
import dev.cobnut.framework.process.Booking.RequestBooking;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// Question: how long do many timers take that are due when a service starts? Run by hand, with an
/// empty folder and the number of timers. Nine of ten are due at the start, the others within the
/// next ten seconds.
///
/// The ceiling is the journal: a timer that is due costs three appends in two streams. Everything
/// is in one process, and nothing is delivered to views.
final class TimerMeasurement {

    private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");
    private static final int SENDERS = 64;

    private TimerMeasurement() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        int timers = Integer.parseInt(arguments[1]);
        long began = System.nanoTime();
        try (BookingNode node = start(folder, () -> NOON.minusSeconds(1))) {
            request(node, timers);
            node.awaitHandled();
        }
        System.out.printf("%d timers set in %.1f s%n", timers, seconds(began));

        long restarted = System.nanoTime();
        try (BookingNode node =
                start(folder, () -> NOON.plusNanos(System.nanoTime() - restarted))) {
            BookingNode.await(
                    () -> node.journal().findInLookup("timers", "booking", null, 1).isEmpty());
            System.out.printf("all are recorded as due after %.1f s%n", seconds(restarted));
            node.awaitHandled();
            System.out.printf("all commands are sent after %.1f s%n", seconds(restarted));
            report(node.journal());
        }
        Runtime memory = Runtime.getRuntime();
        System.out.printf("heap limit %d MB%n", memory.maxMemory() >> 20);
    }

    private static BookingNode start(Path folder, InstantSource clock) {
        Journal journal = SqliteJournal.open(SqliteSettings.in(folder), clock);
        return new BookingNode(
                journal,
                clock,
                (bookings, _) ->
                        Process.named("booking")
                                .on(
                                        BookingRequested.class,
                                        (_, on) -> {
                                            String id = on.event().stream().id();
                                            on.at(due(id), bookings, id, new ExpireBooking());
                                        }));
    }

    private static Instant due(String id) {
        int number = Integer.parseInt(id);
        return number % 10 == 0 ? NOON.plusMillis(number % 10_000) : NOON;
    }

    private static void request(BookingNode node, int count) {
        AtomicInteger next = new AtomicInteger();
        try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < SENDERS; i++) {
                senders.execute(() -> {
                    for (int id = next.getAndIncrement(); id < count; id = next.getAndIncrement()) {
                        node.send(Integer.toString(id), new RequestBooking("seat"));
                    }
                });
            }
        }
    }

    private static void report(Journal journal) {
        BookingDecider decider = new BookingDecider();
        Map<StreamId, Integer> expired = new HashMap<>();
        int early = 0;
        long position = 0;
        for (List<RecordedEvent> page = journal.cursors().readAll(0, 1_000);
                !page.isEmpty();
                page = journal.cursors().readAll(position, 1_000)) {
            for (RecordedEvent event : page) {
                if (event.stream().isOf("booking")
                        && decider.codec().decode(event) instanceof BookingExpired(_, Instant at)) {
                    expired.merge(event.stream(), 1, Integer::sum);
                    early += at.isBefore(due(event.stream().id())) ? 1 : 0;
                }
            }
            position = page.getLast().position();
        }
        long more = expired.values().stream().filter(times -> times > 1).count();
        System.out.printf(
                "%d expired, %d of them more than once, %d early%n", expired.size(), more, early);
    }

    private static double seconds(long since) {
        return Duration.ofNanos(System.nanoTime() - since).toMillis() / 1e3;
    }
}
