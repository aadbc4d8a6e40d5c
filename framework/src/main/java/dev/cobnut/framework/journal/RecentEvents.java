package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The newest events of a journal that one process writes, as they were appended. Who reads near
/// the end needs no query, and gets payloads that may have their event at hand.
///
/// Positions have no gap, so it has exactly the events from `first` through `last`. One thread
/// adds, any thread reads.
final class RecentEvents {

    /// Those of some tenths of a second under full load.
    static final int EVENTS_MAX = 1_024;

    static final int BYTES_MAX = 1_024 * 1_024;

    /// The event of a position is at the position modulo the length. Guarded by this, as all that
    /// follows.
    private final @Nullable RecordedEvent[] events = new @Nullable RecordedEvent[EVENTS_MAX];

    private long first;
    private long last;
    private long bytes;

    /// @param lastPosition of the journal, which may have events that are not here
    RecentEvents(long lastPosition) {
        this.first = lastPosition + 1;
        this.last = lastPosition;
    }

    /// Adds events that are committed, at the positions that follow.
    synchronized void add(List<RecordedEvent> committed) {
        for (RecordedEvent event : committed) {
            if (last - first + 1 == EVENTS_MAX) {
                dropFirst();
            }
            last = event.position();
            events[slot(last)] = event;
            bytes += EventPage.bytes(event);
        }
        while (bytes > BYTES_MAX) {
            dropFirst();
        }
    }

    private void dropFirst() {
        bytes -= EventPage.bytes(at(first));
        events[slot(first)] = null;
        first++;
    }

    /// A page of the events after a position.
    ///
    /// @param limit most events of the page, from 1
    /// @return null when the event that follows may be one that is not here
    synchronized @Nullable List<RecordedEvent> after(long position, int limit) {
        if (position < first - 1 || position > last) {
            return null;
        }
        EventPage page = new EventPage(limit);
        for (long next = position + 1; next <= last && !page.isFull(); next++) {
            page.add(at(next));
        }
        return page.events();
    }

    private RecordedEvent at(long position) {
        return Objects.requireNonNull(events[slot(position)]);
    }

    private static int slot(long position) {
        return (int) (position % EVENTS_MAX);
    }
}
