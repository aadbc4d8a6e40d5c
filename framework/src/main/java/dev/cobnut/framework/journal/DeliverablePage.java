package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import java.util.List;

/// The events of one read that may be delivered, in the order of their positions, and how far the
/// read looked. Events of parked streams are examined and left out, so a page may be empty although
/// later ones are not.
///
/// @param throughPosition the next page begins after it
/// @param isLast true when the read looked through to the end
public record DeliverablePage(List<RecordedEvent> events, long throughPosition, boolean isLast) {

    /// Most unpublished events that one read examines, those of parked streams included. It bounds
    /// the time of a read, however many events are parked.
    public static final int EXAMINED_MAX = 4_096;

    /// @param limit most events, as the read was given
    /// @param examinedThrough the last examined position; 0 when the read could examine all
    static DeliverablePage of(
            List<RecordedEvent> events, long afterPosition, int limit, long examinedThrough) {
        boolean isFull = EventPage.isFull(events, limit);
        if (!isFull && examinedThrough > 0) {
            return new DeliverablePage(events, examinedThrough, false);
        }
        long last = events.isEmpty() ? afterPosition : events.getLast().position();
        return new DeliverablePage(events, last, !isFull);
    }
}
