package dev.cobnut.framework.feed;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// The last events, without a gap. Clients that resume find theirs here. Its user holds a lock.
final class FeedWindow {

    private final int eventsMax;
    private final long bytesMax;
    private final ArrayDeque<FeedEvent> events = new ArrayDeque<>();
    private long bytes;
    private long floor;

    FeedWindow(int eventsMax, long bytesMax) {
        this.eventsMax = eventsMax;
        this.bytesMax = bytesMax;
    }

    /// Forgets all events. The next one is the one after this position.
    void clear(long position) {
        events.clear();
        bytes = 0;
        floor = position;
    }

    void add(FeedEvent event) {
        events.addLast(event);
        bytes += event.weight();
        while (events.size() > eventsMax || (bytes > bytesMax && events.size() > 1)) {
            FeedEvent first = events.removeFirst();
            bytes -= first.weight();
            floor = first.position();
        }
    }

    /// True when it has all events after the position.
    boolean has(long after) {
        return after >= floor;
    }

    Iterable<FeedEvent> events() {
        return events;
    }

    /// Null when there is none.
    @Nullable FeedEvent last() {
        return events.peekLast();
    }
}
