package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.Journal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The last events of the journal, read once for all handlers that are at its end. Who is further
/// behind reads the journal by itself. Any thread reads; one thread calls [#refresh] and [#clear],
/// and nobody waits for its reads of the journal.
///
/// Positions have no gap, so the events in memory are exactly those from the first one through the
/// last one. The last one stays: it shows whether the journal is still the same ([#refresh]).
final class JournalTail implements EventReader {

    /// Most events of one read.
    private static final int PAGE_MAX = 256;

    private static final int EVENTS_MAX = 4_096;
    private static final long BYTES_MAX = 4L * 1_024 * 1_024;

    private final Journal journal;

    /// Changed only by the thread that refreshes, while it holds the monitor.
    private final Deque<RecordedEvent> events = new ArrayDeque<>();

    private long bytes;

    JournalTail(Journal journal) {
        this.journal = journal;
    }

    /// Reads what has been committed since the last call, or only the last event when there was no
    /// call before.
    ///
    /// @return true when there may be something new for who has read through the end
    boolean refresh() {
        if (events.isEmpty()) {
            long last = journal.lastPosition();
            if (last > 0) {
                journal.cursors().readAll(last - 1, 1).forEach(this::add);
            }
            return last > 0;
        }
        boolean isNew = false;
        boolean mayHaveMore = true;
        while (mayHaveMore) {
            RecordedEvent last = events.getLast();
            List<RecordedEvent> page = journal.cursors().readAll(last.position() - 1, PAGE_MAX + 1);
            mayHaveMore = EventPage.isFull(page, PAGE_MAX + 1);
            if (page.isEmpty() || !page.getFirst().id().equals(last.id())) {
                clear(); // lost by a failover: each handler finds out by the event that it read
                // last
                return true;
            }
            List<RecordedEvent> next = page.subList(1, page.size());
            if (next.isEmpty() && mayHaveMore) { // one large event fills a page
                next = journal.cursors().readAll(last.position(), PAGE_MAX);
                mayHaveMore = !next.isEmpty();
            }
            next.forEach(this::add);
            isNew |= !next.isEmpty();
        }
        return isNew;
    }

    private synchronized void add(RecordedEvent event) {
        events.addLast(event);
        bytes += EventPage.bytes(List.of(event));
        while (events.size() > 1 && (events.size() > EVENTS_MAX || bytes > BYTES_MAX)) {
            bytes -= EventPage.bytes(List.of(events.removeFirst()));
        }
    }

    /// Forgets what was read, because nobody reads on.
    synchronized void clear() {
        events.clear();
        bytes = 0;
    }

    @Override
    public List<RecordedEvent> read(long afterPosition, int limit) {
        List<RecordedEvent> page = inMemory(afterPosition, limit);
        return page == null ? journal.cursors().readAll(afterPosition, limit) : page;
    }

    /// @return null when the events after the position are not in memory
    private synchronized @Nullable List<RecordedEvent> inMemory(long afterPosition, int limit) {
        if (events.isEmpty()
                || afterPosition < events.getFirst().position() - 1
                || afterPosition > events.getLast().position()) {
            return null;
        }
        EventPage page = new EventPage(limit);
        long left = events.getLast().position() - afterPosition;
        // The newest are at the end, and most readers are near it.
        var newestFirst = events.descendingIterator();
        Deque<RecordedEvent> wanted = new ArrayDeque<>();
        while (left-- > 0) {
            wanted.addFirst(newestFirst.next());
        }
        while (!wanted.isEmpty() && !page.isFull()) {
            page.add(wanted.removeFirst());
        }
        return page.events();
    }
}
