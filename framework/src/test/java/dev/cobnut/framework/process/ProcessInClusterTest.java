package dev.cobnut.framework.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.handler.CursorsInFront;
import dev.cobnut.framework.handler.HandlerStatus;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.FaultyJournal;
import dev.cobnut.framework.process.Booking.RequestBooking;
import dev.cobnut.framework.process.Seat.InstallSeat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Two members over one journal, with the same process. The one that runs it is cut off from its
/// cursors while timers are pending, as in a crash; later it comes back.
class ProcessInClusterTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final int BOOKINGS = 5;

    private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
    private final InMemoryJournal journal = InMemoryJournal.create(this::now);
    private final Member one = new Member();
    private final Member other = new Member();

    private Instant now() {
        return Objects.requireNonNull(now.get());
    }

    private final class Member {

        private final InMemoryJournal own = journal.sibling();
        private final CursorsInFront cursors = new CursorsInFront(own.cursors());

        BookingNode start() {
            Journal cuttable =
                    new FaultyJournal(own) {
                        @Override
                        public Cursors cursors() {
                            return cursors;
                        }
                    };
            return new BookingNode(
                    cuttable,
                    ProcessInClusterTest.this::now,
                    new ProcessesGuideTest.Rules()::booking);
        }

        void isCutOff(boolean cut) {
            cursors.failChanges(cut);
            cursors.failReads(cut);
        }
    }

    @AfterEach
    void close() {
        journal.close();
    }

    private static boolean runsAll(BookingNode node) {
        List<HandlerStatus> statuses = node.handlers.statuses();
        return statuses.stream().allMatch(HandlerStatus::runsHere);
    }

    private static boolean runsNone(BookingNode node) {
        return node.handlers.names().stream().noneMatch(node.handlers::runsHere);
    }

    private long count(StreamId stream, String type) {
        return journal.read(stream, 0, 100).stream()
                .map(RecordedEvent::type)
                .filter(type::equals)
                .count();
    }

    @Test
    void timersThatWerePendingWhenTheMemberWasLostAreFiredOnceByAnother() {
        try (BookingNode first = one.start()) {
            BookingNode.await(() -> runsAll(first));
            try (BookingNode second = other.start()) {
                for (int i = 0; i < BOOKINGS; i++) {
                    first.seat("s" + i, new InstallSeat());
                    second.send("b" + i, new RequestBooking("s" + i));
                    second.awaitStatus("b" + i, "confirmed");
                }
                BookingNode.await(() ->
                        journal.findInLookup("timers", "booking", null, 100).size() == BOOKINGS);
                assertThat(runsNone(second)).isTrue();

                one.isCutOff(true);
                now.set(NOON.plus(Duration.ofMinutes(30)).minusNanos(1_000));
                BookingNode.await(() -> runsAll(second));
                assertThat(second.status("b0")).as("before its time").isEqualTo("confirmed");
                now.set(NOON.plus(Duration.ofMinutes(31)));
                for (int i = 0; i < BOOKINGS; i++) {
                    second.awaitStatus("b" + i, "expired");
                }

                one.isCutOff(false);
                BookingNode.await(() -> runsNone(first));
                second.awaitHandled();
                for (int i = 0; i < BOOKINGS; i++) {
                    assertThat(count(StreamId.of("booking", "b" + i), "BookingExpired")).isOne();
                    assertThat(count(StreamId.of("process.booking", "b" + i), "TimerDue")).isOne();
                }
            }
        }
    }
}
