package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.outbox.OutboxEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The streams with events to deliver: those that are ready, and those that pause after a failure.
/// Used by the publisher's thread only.
final class HeldStreams {

    private final Map<StreamId, StreamWork> works = new HashMap<>();
    private final Deque<StreamWork> ready = new ArrayDeque<>();
    private final PriorityQueue<StreamWork> retries =
            new PriorityQueue<>(Comparator.comparingLong(StreamWork::retryAtNanos));
    private int events;
    private int pagesOnTheirWay;

    /// Number of events that wait or are on their way.
    int events() {
        return events;
    }

    boolean isAnyReady() {
        return !ready.isEmpty();
    }

    /// Number of pages with a unit whose outcome is not known yet.
    int pagesOnTheirWay() {
        return pagesOnTheirWay;
    }

    /// Adds an entry. An entry that is already held is recognised by its version and takes no room.
    void add(OutboxEntry entry) {
        StreamWork work = works.computeIfAbsent(entry.event().stream(), StreamWork::new);
        boolean wasReady = work.isReady();
        if (work.add(entry)) {
            events++;
            if (!wasReady && work.isReady()) {
                ready.addLast(work);
            }
        }
    }

    /// The last version of the stream that is held, 0 when none is.
    long heldThrough(StreamId stream) {
        StreamWork work = works.get(stream);
        return work == null ? 0 : work.lastVersion();
    }

    /// @return null when the unit was handed out before a restart of the job
    @Nullable StreamWork workOf(DeliveryUnit unit) {
        StreamWork work = works.get(unit.stream());
        return work != null && work.isOnItsWay(unit) ? work : null;
    }

    /// Takes one unit of each ready stream until the page is full.
    DeliveryPage page(int pageMax, int unitMax) {
        List<DeliveryUnit> units = new ArrayList<>();
        PageOnItsWay page = new PageOnItsWay();
        int size = 0;
        while (size < pageMax && !ready.isEmpty()) {
            DeliveryUnit unit = ready.removeFirst().send(Math.min(unitMax, pageMax - size), page);
            units.add(unit);
            size += unit.entries().size();
        }
        page.unitsLeft = units.size();
        pagesOnTheirWay++;
        return new DeliveryPage(units);
    }

    /// Notes that the outcome of a stream's unit is known.
    void settled(StreamWork work) {
        if (--work.page().unitsLeft == 0) {
            pagesOnTheirWay--;
        }
    }

    /// The units of a page whose outcomes are not known yet.
    static final class PageOnItsWay {
        private int unitsLeft;
    }

    void delivered(int count) {
        events -= count;
    }

    /// @return true when the stream has no more events
    boolean proceed(StreamWork work) {
        if (work.isIdle()) {
            works.remove(work.stream());
            return true;
        }
        if (work.isReady()) {
            ready.addLast(work);
        }
        return false;
    }

    void pause(StreamWork work, long untilNanos) {
        work.pauseUntil(untilNanos);
        retries.add(work);
    }

    void resumeDue(long now) {
        StreamWork work;
        while ((work = retries.peek()) != null && now - work.retryAtNanos() >= 0) {
            retries.remove();
            work.resume();
            ready.addLast(work);
        }
    }

    /// The earlier of `next` and the end of the shortest pause.
    long nextRetry(long next) {
        StreamWork retry = retries.peek();
        return retry == null ? next : Math.min(next, retry.retryAtNanos());
    }

    /// Removes a stream that was parked, and its events.
    void remove(StreamWork work) {
        works.remove(work.stream());
        events -= work.waiting();
    }

    void clear() {
        works.clear();
        ready.clear();
        retries.clear();
        events = 0;
        pagesOnTheirWay = 0;
    }
}
