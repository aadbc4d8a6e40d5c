package dev.cobnut.framework.process;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandAdmission;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.StreamGateway;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.HandlerObserver;
import dev.cobnut.framework.handler.HandlerSettings;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.outbox.InMemoryOutboxStore;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxLimits;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.process.Booking.BookingCommand;
import dev.cobnut.framework.process.Booking.BookingDecider;
import dev.cobnut.framework.process.Seat.SeatCommand;
import dev.cobnut.framework.process.Seat.SeatDecider;
import dev.cobnut.runtime.entity.DispatchObserver;
import dev.cobnut.runtime.entity.DispatchSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.awaitility.Awaitility;

/// A service with bookings, seats and a process of both, without Hazelcast: nothing is delivered to
/// views.
final class BookingNode implements AutoCloseable {

    private static final Duration SOON = Duration.ofMinutes(2);

    private static final HandlerSettings QUICK =
            new HandlerSettings(
                    256,
                    4_096,
                    16,
                    3,
                    Duration.ofMillis(1),
                    Duration.ofMillis(10),
                    100,
                    Duration.ofMillis(20),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(10));

    /// Retries and parked streams are seen in [#handlers].
    private static final HandlerObserver UNOBSERVED =
            new HandlerObserver() {
                @Override
                public void handled(String handler, int count) {}

                @Override
                public void retried(String handler) {}

                @Override
                public void parked(String handler) {}
            };

    private final BookingDecider bookingDecider = new BookingDecider();
    private final SeatDecider seatDecider = new SeatDecider();
    private final List<StreamGateway<?, ?, ?>> opened = new ArrayList<>();
    private final Journal journal;
    private final EventStore streams;
    private final InstantSource clock;
    private final Processes processes;
    final CommandGateway<Booking, BookingCommand> bookings;
    final CommandGateway<Seat, SeatCommand> seats;
    final Handlers handlers;

    /// @param process of the gateways of bookings and of seats
    BookingNode(
            Journal journal,
            InstantSource clock,
            BiFunction<
                            CommandGateway<Booking, BookingCommand>,
                            CommandGateway<Seat, SeatCommand>,
                            Process>
                    process) {
        this.clock = clock;
        this.journal = journal;
        this.streams =
                EventStore.withoutCopies(
                        journal,
                        OutboxFeed.ofSingleNode(
                                journal,
                                new InMemoryOutboxStore(),
                                new OutboxLimits(10, 1),
                                _ -> false,
                                _ -> {},
                                _ -> {},
                                OutboxObserver.NONE),
                        null);
        this.bookings = open(bookingDecider);
        this.seats = open(seatDecider);
        Map<String, EventCodec<?>> codecs =
                Map.of("booking", bookingDecider.codec(), "seat", seatDecider.codec());
        this.processes =
                new Processes(
                        List.of(process.apply(bookings, seats)),
                        codecs,
                        this::open,
                        journal,
                        this::runsHere,
                        clock,
                        Duration.ofMillis(20));
        this.handlers =
                new Handlers(processes.handlers(), journal, QUICK, UNOBSERVED, System::nanoTime);
        journal.start(handlers.waking(streams));
        handlers.start();
        processes.start();
    }

    private boolean runsHere(String handler) {
        return handlers.runsHere(handler);
    }

    private <S, C, E> CommandGateway<S, C> open(Decider<S, C, E> decider) {
        StreamGateway<S, C, E> gateway =
                new StreamGateway<>(
                        decider,
                        streams,
                        journal,
                        TestNode.IDS,
                        clock,
                        DispatchSettings.defaults(),
                        DispatchObserver.none(),
                        CommandAdmission.OPEN,
                        SOON,
                        Duration.ofSeconds(10));
        opened.add(gateway);
        return gateway;
    }

    static void await(Callable<Boolean> condition) {
        Awaitility.await().pollInterval(Duration.ofMillis(5)).atMost(SOON).until(condition);
    }

    /// For how long a timer has been due and is not fired.
    Duration overdue() {
        return processes.overdue(processes.names().iterator().next());
    }

    Journal journal() {
        return journal;
    }

    void send(String booking, BookingCommand command) {
        requireAccepted(bookings.send(Command.to(bookings.stream(booking), command)));
    }

    void seat(String seat, SeatCommand command) {
        requireAccepted(seats.send(Command.to(seats.stream(seat), command)));
    }

    private static void requireAccepted(CommandResult<?> result) {
        if (!(result instanceof CommandResult.Accepted<?>)) {
            throw new AssertionError("not accepted: " + result);
        }
    }

    String status(String booking) {
        return bookings.state(bookings.stream(booking))
                .map(Versioned::state)
                .map(Booking::status)
                .orElse("");
    }

    void awaitStatus(String booking, String status) {
        await(() -> status(booking).equals(status));
    }

    /// Waits until the process has handled everything that was committed, and what follows from it.
    void awaitHandled() {
        await(() -> handlers.statuses().stream().allMatch(at -> at.behind() == 0));
    }

    /// Waits until a stream is parked for a handler.
    ///
    /// @return why
    String awaitParked(String handler) {
        await(() -> !handlers.parked(handler, 10).isEmpty());
        return handlers.parked(handler, 10).getFirst().failure();
    }

    /// Handles every event of the journal once more, as after a crash that lost both cursors.
    void handleAgain() throws Exception {
        for (RecordedEvent event : journal().cursors().readAll(0, 10_000)) {
            for (EventHandler handler : processes.handlers()) {
                if (handler.categories().contains(event.stream().category())) {
                    handler.handle(event);
                }
            }
        }
    }

    List<String> events(String booking) {
        return bookings.events(bookings.stream(booking), 0, 100).stream()
                .map(RecordedEvent::type)
                .toList();
    }

    @Override
    public void close() {
        processes.close();
        handlers.close();
        opened.forEach(StreamGateway::close);
        journal.close();
    }
}
