package dev.cobnut.test.slice;

import dev.cobnut.framework.delivery.DeliveryRuntime;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.handler.HandlerStatus;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.ParkedStream;
import java.time.Duration;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;

/// The running service of a test: waits until its events are delivered. A bean of [CobnutTest] and
/// of [AutoConfigureCobnut].
public final class ServiceUnderTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    /// Time between two questions to the journal.
    private static final Duration PAUSE = Duration.ofMillis(2);

    /// Streams and events that a message names.
    private static final int NAMED_MAX = 10;

    private final Journal journal;
    private final DeliveryRuntime delivery;
    private final Handlers handlers;

    ServiceUnderTest(Journal journal, DeliveryRuntime delivery, Handlers handlers) {
        this.journal = journal;
        this.delivery = delivery;
        this.handlers = handlers;
    }

    /// Waits until the outbox is empty and every handler is at the end of the journal, at most 30
    /// seconds.
    ///
    /// @throws AssertionError as [#awaitDelivered(Duration)] does
    public void awaitDelivered() {
        awaitDelivered(SOON);
    }

    /// Waits until the outbox is empty and every handler is at the end of the journal. Every view
    /// has every event then, and every handler has handled those of its categories.
    ///
    /// @throws AssertionError when a stream is parked, at once, or when the time is over; the
    ///   message names what is not delivered, and why
    public void awaitDelivered(Duration max) {
        long began = System.nanoTime();
        while (true) {
            List<HandlerStatus> statuses = handlers.statuses();
            if (journal.countParked() > 0
                    || statuses.stream().anyMatch(handler -> handler.parked() > 0)) {
                throw undelivered("a stream is parked");
            }
            if (journal.countUnpublished() == 0
                    && statuses.stream().allMatch(handler -> handler.behind() == 0)) {
                return;
            }
            if (System.nanoTime() - began >= max.toNanos()) {
                throw undelivered(delivery.isPaused() ? "the delivery is paused" : "waited " + max);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private AssertionError undelivered(String why) {
        long count = journal.countUnpublished();
        StringJoiner message = new StringJoiner("\n  ");
        String undelivered =
                switch ((int) Math.min(count, 2)) {
                    case 0 -> "every view has every event, and a handler has not";
                    case 1 -> "1 event is not delivered";
                    default -> count + " events are not delivered";
                };
        message.add(undelivered + ": " + why);
        journal.readParked(0, NAMED_MAX).forEach(row -> message.add(parked(row)));
        List<RecordedEvent> waiting = journal.readDeliverable(0, NAMED_MAX).events();
        for (RecordedEvent event : waiting) {
            message.add("waiting: " + named(event));
        }
        for (HandlerStatus handler : handlers.statuses()) {
            String of = "the handler " + handler.name() + " ";
            if (handler.behind() > 0) {
                message.add(of + "is " + handler.behind() + " events behind the journal's end");
            }
            handlers.parked(handler.name(), NAMED_MAX)
                    .forEach(row -> message.add(of + parked(row)));
        }
        return new AssertionError(message.toString());
    }

    private static String parked(ParkedStream row) {
        return "parked after "
                + row.attempts()
                + " attempts: "
                + named(row.event())
                + ": "
                + row.failure();
    }

    private static String named(RecordedEvent event) {
        return event.stream() + " " + event.version() + " " + event.type();
    }
}
