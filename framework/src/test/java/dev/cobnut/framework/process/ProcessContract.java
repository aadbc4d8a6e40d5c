package dev.cobnut.framework.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.process.Booking.BookingCommand;
import dev.cobnut.framework.process.Booking.BookingPaid;
import dev.cobnut.framework.process.Booking.BookingRequested;
import dev.cobnut.framework.process.Booking.ExpireBooking;
import dev.cobnut.framework.process.Booking.PayBooking;
import dev.cobnut.framework.process.Booking.RequestBooking;
import dev.cobnut.framework.process.Seat.HoldSeat;
import dev.cobnut.framework.process.Seat.InstallSeat;
import dev.cobnut.framework.process.Seat.SeatCommand;
import dev.cobnut.framework.process.Seat.SeatHeld;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process of bookings and seats on a node, over each journal. The clock stands still unless a
/// test moves it.
abstract class ProcessContract {

    private static final Duration TIME_TO_PAY = Duration.ofMinutes(30);
    private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");

    @TempDir Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
    private BookingNode node;

    /// Opens the journal of a test, also after it was closed.
    abstract Journal open(Path folder, InstantSource clock);

    @BeforeEach
    void startNode() {
        start(ProcessContract::process);
    }

    @AfterEach
    void closeNode() {
        node.close();
    }

    private void start(
            BiFunction<
                            CommandGateway<Booking, BookingCommand>,
                            CommandGateway<Seat, SeatCommand>,
                            Process>
                    process) {
        node = new BookingNode(open(folder, now::get), now::get, process);
    }

    private void restart(
            BiFunction<
                            CommandGateway<Booking, BookingCommand>,
                            CommandGateway<Seat, SeatCommand>,
                            Process>
                    process) {
        node.close();
        start(process);
    }

    private static Process process(
            CommandGateway<Booking, BookingCommand> bookings,
            CommandGateway<Seat, SeatCommand> seats) {
        return new ProcessesGuideTest.Rules().booking(bookings, seats);
    }

    /// A booking with a seat of its own, to be paid within [#TIME_TO_PAY] from now.
    private void book(String id) {
        node.seat(id, new InstallSeat());
        node.send(id, new RequestBooking(id));
        node.awaitStatus(id, "confirmed");
    }

    private List<String> pendingTimers() {
        return node.journal().findInLookup("timers", "booking", null, 100);
    }

    private void awaitPendingTimers(int count) {
        BookingNode.await(() -> pendingTimers().size() == count);
    }

    @Test
    void whatIsRefusedIsCompensatedAlsoWhenThereIsNoSuchStream() {
        book("first");
        node.send("second", new RequestBooking("first"));
        node.send("third", new RequestBooking("no-such-seat"));

        node.awaitStatus("second", "rejected: seat-taken");
        node.awaitStatus("third", "rejected: missing");
    }

    @Test
    void eventsThatAreHandledAgainSendNothingTwice() throws Exception {
        book("paid");
        awaitPendingTimers(1);
        node.send("paid", new PayBooking());
        awaitPendingTimers(0);
        book("late");
        node.send("other", new RequestBooking("no-such-seat"));
        node.awaitStatus("other", "rejected: missing");
        awaitPendingTimers(1);
        now.set(NOON.plus(TIME_TO_PAY));
        node.awaitStatus("late", "expired");
        node.seat("no-such-seat", new InstallSeat());
        node.awaitHandled();
        awaitPendingTimers(0);
        long before = node.journal().lastPosition();

        node.handleAgain();

        node.awaitHandled();
        awaitPendingTimers(0);
        assertThat(node.journal().lastPosition()).isEqualTo(before);
        assertThat(node.status("other")).isEqualTo("rejected: missing");
    }

    @Test
    void aTimerIsDueOnceAndNeverBeforeItsTime() {
        book("early");
        awaitPendingTimers(1);
        now.set(NOON.plusNanos(1_000));
        book("late");
        awaitPendingTimers(2);

        now.set(NOON.plus(TIME_TO_PAY));
        node.awaitStatus("early", "expired");
        node.awaitHandled();
        assertThat(node.status("late")).isEqualTo("confirmed");
        now.set(NOON.plus(TIME_TO_PAY).plusNanos(1_000));
        node.awaitStatus("late", "expired");
        node.awaitHandled();

        for (String booking : List.of("early", "late")) {
            assertThat(node.events(booking))
                    .containsExactly("BookingRequested", "BookingConfirmed", "BookingExpired");
        }
        awaitPendingTimers(0);
    }

    @Test
    void aTimerThatWasCancelledDoesNothing() {
        book("paid");
        awaitPendingTimers(1);
        node.send("paid", new PayBooking());
        awaitPendingTimers(0);
        book("unpaid");
        awaitPendingTimers(1);

        now.set(NOON.plus(TIME_TO_PAY));

        node.awaitStatus("unpaid", "expired");
        node.awaitHandled();
        assertThat(node.events("paid"))
                .containsExactly("BookingRequested", "BookingConfirmed", "BookingPaid");
    }

    @Test
    void timersSurviveARestartAndAreDueOnce() {
        book("before");
        book("after");
        awaitPendingTimers(2);
        node.close();
        now.set(NOON.plus(TIME_TO_PAY));
        start(ProcessContract::process);

        node.awaitStatus("before", "expired");
        node.awaitStatus("after", "expired");
        restart(ProcessContract::process);
        node.awaitHandled();

        for (String booking : List.of("before", "after")) {
            assertThat(node.events(booking))
                    .containsExactly("BookingRequested", "BookingConfirmed", "BookingExpired");
        }
    }

    @Test
    void anEventFromBeforeATimersTimeStillCancelsItWhileTheProcessIsBehind() {
        book("paid");
        awaitPendingTimers(1);
        CountDownLatch mayHandle = new CountDownLatch(1);
        AtomicInteger looks = new AtomicInteger();
        node.close();
        node =
                new BookingNode(
                        open(folder, now::get),
                        () -> {
                            if (Thread.currentThread().getName().startsWith("cobnut-timers")) {
                                looks.incrementAndGet();
                            }
                            return now.get();
                        },
                        (_, _) ->
                                Process.named("booking")
                                        .on(
                                                BookingPaid.class,
                                                (_, on) -> {
                                                    awaitOpen(mayHandle);
                                                    on.cancel(ExpireBooking.class);
                                                }));
        node.send("paid", new PayBooking());
        now.set(NOON.plus(TIME_TO_PAY));
        int before = looks.get();
        BookingNode.await(() -> looks.get() > before);
        assertThat(node.overdue()).isZero();
        now.set(NOON.plus(TIME_TO_PAY).plusSeconds(7));
        assertThat(node.overdue()).isEqualTo(Duration.ofSeconds(7));
        long looked = node.journal().lastPosition();
        mayHandle.countDown();

        awaitPendingTimers(0);
        node.awaitHandled();

        assertThat(node.journal().read(StreamId.of("process.booking", "paid"), 0, 9))
                .extracting(RecordedEvent::type)
                .containsExactly("TimerSet", "TimerCancelled");
        assertThat(node.journal().lastPosition()).isEqualTo(looked + 1);
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void manyTimersOfOneTimeAreAllDue() {
        IntStream.range(0, 100)
                .parallel()
                .forEach(i -> {
                    node.seat("s" + i, new InstallSeat());
                    node.send("s" + i, new RequestBooking("s" + i));
                });
        BookingNode.await(
                () -> node.journal().findInLookup("timers", "booking", null, 999).size() == 100);

        now.set(NOON.plus(TIME_TO_PAY));

        BookingNode.await(() ->
                IntStream.range(0, 100).allMatch(i -> node.status("s" + i).equals("expired")));
        awaitPendingTimers(0);
    }

    @Test
    void aCommandHasTheCauseAndTheCorrelationOfItsEvent() {
        node.seat("seat", new InstallSeat());
        var _ =
                node.bookings.send(
                        Command.to(
                                        node.bookings.stream("one"),
                                        (BookingCommand) new RequestBooking("seat"))
                                .correlatedBy("basket-7"));
        node.awaitStatus("one", "confirmed");
        awaitPendingTimers(1);
        now.set(NOON.plus(TIME_TO_PAY));
        node.awaitStatus("one", "expired");

        List<RecordedEvent> booking = node.bookings.events(node.bookings.stream("one"), 0, 9);
        RecordedEvent held = node.seats.events(node.seats.stream("seat"), 1, 1).getFirst();
        assertThat(held.metadata().causation()).isEqualTo(booking.get(0).id().toString());
        assertThat(booking.get(1).metadata().causation()).isEqualTo(held.id().toString());
        assertThat(booking)
                .allSatisfy(
                        event -> assertThat(event.metadata().correlation()).isEqualTo("basket-7"));
    }

    @Test
    void aRefusalThatNobodyThoughtOfParksTheStreamUntilANewBuildSaysWhatHappensThen() {
        restart((_, seats) ->
                Process.named("booking")
                        .on(
                                BookingRequested.class,
                                (asked, on) -> on.send(seats, asked.seat(), new HoldSeat("x"))));
        node.send("one", new RequestBooking("no-such-seat"));

        assertThat(node.awaitParked("booking"))
                .contains("HoldSeat was refused by seat-no-such-seat (missing")
                .contains("declare whenRefused(…)");

        restart(ProcessContract::process);
        node.handlers.retry("booking", node.bookings.stream("one"));
        node.awaitStatus("one", "rejected: missing");
    }

    @Test
    void aTimerWhoseStepIsGoneParksItsInstanceUntilTheStepIsBack() {
        book("one");
        awaitPendingTimers(1);
        restart((bookings, _) ->
                Process.named("booking")
                        .on(
                                SeatHeld.class,
                                (held, on) -> on.send(bookings, held.booking(), new PayBooking())));
        now.set(NOON.plus(TIME_TO_PAY));

        assertThat(node.awaitParked("booking-timers"))
                .contains("does not ask for the step ExpireBooking")
                .contains("bring the step back");

        restart(ProcessContract::process);
        node.handlers.retry(
                "booking-timers", node.handlers.parked("booking-timers", 1).getFirst().stream());
        node.awaitStatus("one", "expired");
    }

    @Test
    void whatFollowsFromTheRefusalOfATimersCommandMayBeAnotherTimer() {
        restart((bookings, seats) ->
                Process.named("reminder")
                        .on(
                                BookingRequested.class,
                                (asked, on) ->
                                        on.after(
                                                        TIME_TO_PAY,
                                                        seats,
                                                        asked.seat(),
                                                        new HoldSeat("x"))
                                                .named("try")
                                                .whenRefused(_ ->
                                                        on.after(
                                                                        TIME_TO_PAY.multipliedBy(2),
                                                                        bookings,
                                                                        on.event().stream().id(),
                                                                        new ExpireBooking())
                                                                .named("give-up"))));
        node.send("one", new RequestBooking("no-such-seat"));
        BookingNode.await(
                () -> !node.journal().findInLookup("timers", "reminder", null, 9).isEmpty());
        now.set(NOON.plus(TIME_TO_PAY));
        BookingNode.await(() ->
                node.journal().findInLookup("timers", "reminder", null, 9).stream()
                        .anyMatch(item -> item.contains("give-up")));
        assertThat(node.status("one")).isEqualTo("requested");

        now.set(NOON.plus(TIME_TO_PAY.multipliedBy(2)));

        node.awaitStatus("one", "expired");
    }
}
