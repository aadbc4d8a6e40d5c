package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.mailbox.Backpressure;
import dev.cobnut.runtime.mailbox.Mailbox;
import dev.cobnut.runtime.mailbox.Mailbox.Eviction;
import dev.cobnut.runtime.mailbox.Mailbox.Offer;
import dev.cobnut.runtime.mailbox.TellResult;
import dev.cobnut.runtime.scheduler.Dispatcher;
import java.time.Duration;
import java.util.Objects;

/// Applies the [Backpressure] of an actor to a message for which its mailbox has no room.
final class Overflow {

    private Overflow() {}

    static TellResult handle(ActorCell<?> cell, Mailbox<Object> box, Object queued) {
        ActorCounters counters = cell.system.counters();
        return switch (cell.spec.mailbox().backpressure()) {
            case Backpressure.Reject _ -> counters.notAccepted(cell, TellResult.REJECTED);
            case Backpressure.DropNewest _ -> {
                counters.deadLetter(cell, queued, new DeadLetter.Cause.Dropped());
                yield counters.notAccepted(cell, TellResult.DROPPED);
            }
            case Backpressure.DropOldest _ -> dropOldest(cell, box, queued);
            case Backpressure.Block(var deadline) -> block(cell, box, queued, deadline);
        };
    }

    private static TellResult dropOldest(ActorCell<?> cell, Mailbox<Object> box, Object queued) {
        ActorCounters counters = cell.system.counters();
        Eviction<Object> eviction = box.offerEvicting(queued);
        if (eviction.offer() == Offer.CLOSED) {
            return counters.notAccepted(cell, TellResult.CLOSED);
        }
        TellResult result = cell.accepted(box);
        Object evicted = eviction.evicted();
        if (evicted == null) {
            return result;
        }
        counters.oldestDropped();
        counters.deadLetter(cell, evicted, new DeadLetter.Cause.Dropped());
        return TellResult.ACCEPTED_OLDEST_DROPPED;
    }

    private static TellResult block(
            ActorCell<?> cell, Mailbox<Object> box, Object queued, Duration deadline) {
        ActorCounters counters = cell.system.counters();
        MailboxPressure pressure = Objects.requireNonNull(cell.pressure);
        if (pressure.isInside() || Dispatcher.isPinned(Thread.currentThread())) {
            return counters.notAccepted(cell, TellResult.REJECTED);
        }
        return switch (pressure.offerWithin(box, queued, deadline)) {
            case ACCEPTED -> cell.accepted(box);
            case CLOSED -> counters.notAccepted(cell, TellResult.CLOSED);
            case FULL -> counters.notAccepted(cell, TellResult.TIMED_OUT);
        };
    }
}
