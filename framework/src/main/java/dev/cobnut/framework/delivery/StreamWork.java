package dev.cobnut.framework.delivery;

import dev.cobnut.framework.delivery.HeldStreams.PageOnItsWay;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The publisher's state of one stream with events to deliver. Used by the publisher's thread only.
final class StreamWork {

    private final StreamId stream;
    private final Deque<OutboxEntry> waiting = new ArrayDeque<>();
    private long lastVersion;
    private @Nullable DeliveryUnit onItsWay;
    private @Nullable PageOnItsWay page;
    private int attempts;
    private int interruptions;
    private @Nullable String lastFailure;
    private boolean pausing;
    private long retryAtNanos;

    StreamWork(StreamId stream) {
        this.stream = stream;
    }

    StreamId stream() {
        return stream;
    }

    /// @return false when this version was already added
    boolean add(OutboxEntry entry) {
        if (entry.event().version() <= lastVersion) {
            return false;
        }
        waiting.addLast(entry);
        lastVersion = entry.event().version();
        return true;
    }

    /// The last version that was added.
    long lastVersion() {
        return lastVersion;
    }

    boolean isReady() {
        return onItsWay == null && !pausing && !waiting.isEmpty();
    }

    boolean isIdle() {
        return onItsWay == null && waiting.isEmpty();
    }

    @SuppressWarnings("ReferenceEquality") // an equal unit of an earlier job is another delivery
    boolean isOnItsWay(DeliveryUnit unit) {
        return onItsWay == unit;
    }

    /// @param page of which the unit becomes a part
    DeliveryUnit send(int unitMax, PageOnItsWay page) {
        List<OutboxEntry> entries = new ArrayList<>(Math.min(unitMax, waiting.size()));
        while (entries.size() < unitMax && !waiting.isEmpty()) {
            entries.add(waiting.removeFirst());
        }
        DeliveryUnit unit = new DeliveryUnit(stream, entries);
        onItsWay = unit;
        this.page = page;
        return unit;
    }

    /// The page of the last unit that was sent.
    PageOnItsWay page() {
        return Objects.requireNonNull(page, "no unit was sent");
    }

    void delivered() {
        onItsWay = null;
        attempts = 0;
        interruptions = 0;
        lastFailure = null;
    }

    /// Puts undelivered entries back in front of those that wait.
    void takeBack(List<OutboxEntry> undelivered) {
        onItsWay = null;
        for (OutboxEntry entry : undelivered.reversed()) {
            waiting.addFirst(entry);
        }
    }

    /// @return number of failed deliveries of the first event, this one included
    int failedOnce(boolean otherEventThanBefore) {
        attempts = otherEventThanBefore ? 1 : attempts + 1;
        return attempts;
    }

    /// @return true when the last failed delivery failed in the same way
    boolean isKnownFailure(String failure) {
        boolean known = failure.equals(lastFailure);
        lastFailure = failure;
        return known;
    }

    int interruptedOnce() {
        return ++interruptions;
    }

    void pauseUntil(long nanos) {
        pausing = true;
        retryAtNanos = nanos;
    }

    void resume() {
        pausing = false;
    }

    long retryAtNanos() {
        return retryAtNanos;
    }

    /// The first waiting entry.
    OutboxEntry first() {
        return waiting.getFirst();
    }

    /// Number of entries that wait.
    int waiting() {
        return waiting.size();
    }
}
