package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import java.util.List;

/// The first events of a stream that may be delivered.
///
/// @param events ascending by version; at least one when there is one
/// @param isComplete true when these are all; false when more may follow
public record StreamHead(List<RecordedEvent> events, boolean isComplete) {

    /// Bytes that the heads of one read share. A head ends with the event that reaches its share.
    static final int BYTES_MAX = 16 * EventPage.BYTES_MAX;

    static StreamHead of(EventPage page) {
        return new StreamHead(page.events(), !page.isFull());
    }

    /// The bytes from which on a head takes no further event.
    ///
    /// @param streams number of streams of the read, from 1
    static int share(int streams) {
        return Math.min(EventPage.BYTES_MAX, Math.max(1, BYTES_MAX / streams));
    }
}
