package dev.cobnut.framework.event;

import java.util.ArrayList;
import java.util.List;

/// The events of one read, oldest first. A page is bounded by a number of events and by bytes, so
/// that a reader of large events does not need more memory than a reader of small ones.
///
/// A page ends with the event that reaches one of the two limits. So it has at least one event when
/// there is one, and a page that reached no limit ends with the last event ([#isFull]).
public final class EventPage {

    /// Bytes from which on a page takes no further event.
    public static final int BYTES_MAX = 256 * 1_024;

    /// What an event counts besides its payload.
    public static final int EVENT_OVERHEAD_BYTES = 200;

    private final List<RecordedEvent> events = new ArrayList<>();
    private final int eventsMax;
    private final int bytesMax;
    private int bytes;

    /// @param eventsMax most events of the page, from 1
    public EventPage(int eventsMax) {
        this(eventsMax, BYTES_MAX);
    }

    /// @param bytesMax bytes from which on the page takes no further event, from 1
    public EventPage(int eventsMax, int bytesMax) {
        this.eventsMax = eventsMax;
        this.bytesMax = bytesMax;
    }

    /// True when a limit is reached; the page takes no further event then.
    public boolean isFull() {
        return events.size() >= eventsMax || bytes >= bytesMax;
    }

    public void add(RecordedEvent event) {
        events.add(event);
        bytes += bytes(event);
    }

    public List<RecordedEvent> events() {
        return events;
    }

    /// True when more events may follow those of a read; false when they are the last ones.
    ///
    /// @param eventsMax the limit that the read was given
    public static boolean isFull(List<RecordedEvent> events, int eventsMax) {
        return events.size() >= eventsMax || bytes(events) >= BYTES_MAX;
    }

    /// What events count against limits of memory.
    public static long bytes(List<RecordedEvent> events) {
        long bytes = 0;
        for (RecordedEvent event : events) {
            bytes += bytes(event);
        }
        return bytes;
    }

    /// What an event counts against limits of memory.
    public static int bytes(RecordedEvent event) {
        return event.payload().length() + EVENT_OVERHEAD_BYTES;
    }
}
