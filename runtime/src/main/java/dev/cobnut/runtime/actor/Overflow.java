package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.mailbox.EvictingMailbox;
import dev.cobnut.runtime.mailbox.EvictingMailbox.Eviction;
import dev.cobnut.runtime.mailbox.Mailbox;
import dev.cobnut.runtime.mailbox.Offer;
import java.time.Duration;
import java.util.Objects;

/// What becomes of a message for which the mailbox had no room.
final class Overflow {

    private Overflow() {}

    static TellResult handle(ActorCell<?> cell, Mailbox<Object> box, Object queued) {
        Counters counters = cell.system.counters();
        return switch (cell.spec.mailbox().backpressure()) {
            case Backpressure.Reject _ -> counters.notAccepted(cell, TellResult.REJECTED);
            case Backpressure.DropNewest _ -> {
                counters.deadLetter(cell, queued, new DeadLetter.Cause.Dropped());
                yield counters.notAccepted(cell, TellResult.DROPPED);
            }
            case Backpressure.DropOldest _ ->
                    dropOldest(cell, (EvictingMailbox<Object>) box, queued);
            case Backpressure.Block(var deadline) -> block(cell, box, queued, deadline);
        };
    }

    private static TellResult dropOldest(
            ActorCell<?> cell, EvictingMailbox<Object> box, Object queued) {
        Counters counters = cell.system.counters();
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
        Counters counters = cell.system.counters();
        Pressure pressure = Objects.requireNonNull(cell.pressure);
        if (pressure.isInside() || Thread.currentThread() instanceof PinnedDispatcher.PinnedLane) {
            return counters.notAccepted(cell, TellResult.REJECTED);
        }
        return switch (pressure.offerWithin(box, queued, deadline)) {
            case ACCEPTED -> cell.accepted(box);
            case CLOSED -> counters.notAccepted(cell, TellResult.CLOSED);
            case FULL -> counters.notAccepted(cell, TellResult.TIMED_OUT);
        };
    }
}
