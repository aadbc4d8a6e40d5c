package dev.cobnut.framework.subscription;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalPages;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Reads the committed events of all streams, in the order of their positions. Thread-safe.
///
/// Positions have no gap and follow the commits of all members. A reader that stops remembers the
/// position of its last event, and begins after it the next time. For effects that must not be
/// forgotten use an event handler, whose position is durable.
///
/// Every reader reads the journal from its position on, also the events that its filter leaves out,
/// in pages of bounded size.
public final class Events implements AutoCloseable {

    /// Longest time that the end waits for subscribers.
    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

    private final Journal journal;
    private final Duration pollInterval;
    private final Set<EventSubscription> subscriptions = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /// @param pollInterval how often a subscription looks for events of other members
    public Events(Journal journal, Duration pollInterval) {
        this.journal = journal;
        this.pollInterval = pollInterval;
    }

    /// A listener that also wakes the subscriptions.
    public GroupListener waking(GroupListener listener) {
        return (List<AppendRequest> group, List<AppendResult> outcomes) -> {
            listener.written(group, outcomes);
            if (!group.isEmpty()) {
                subscriptions.forEach(EventSubscription::wake);
            }
        };
    }

    /// The position of the last committed event; 0 when there is none.
    public long lastPosition() {
        return journal.lastPosition();
    }

    /// The events after a position through the last one that is committed now. Pages are read while
    /// the stream is used; each such read throws a `JournalException` when the journal does not
    /// answer.
    ///
    /// @param after a position; 0 for the beginning
    public Stream<RecordedEvent> stream(long after, EventFilter filter) {
        var pages = new JournalPages(journal.cursors(), required(after), null);
        return StreamSupport.stream(
                new EventSpliterator(pages, journal.lastPosition(), filter), false);
    }

    /// The events after a position and all that follow, as many as a subscriber asks for. Each
    /// subscriber begins at the position, and has a virtual thread that calls it.
    ///
    /// - `onError` gets a `JournalException` when the journal does not answer, and a
    ///   `JournalRewoundException` when it has lost events that were read. Subscribe again, after
    ///   the last position.
    /// - `onComplete` comes when the service stops.
    ///
    /// @param after a position; 0 for the beginning
    public Flow.Publisher<RecordedEvent> publisher(long after, EventFilter filter) {
        long begin = required(after);
        return subscriber -> {
            var subscription =
                    new EventSubscription(
                            new JournalPages(journal.cursors(), begin, null),
                            filter,
                            subscriber,
                            pollInterval,
                            subscriptions::remove);
            subscriptions.add(subscription);
            if (closed) {
                subscription.end();
            }
            subscription.start();
        };
    }

    /// Number of subscriptions that are open.
    public int subscribers() {
        return subscriptions.size();
    }

    private static long required(long after) {
        if (after < 0) {
            throw new IllegalArgumentException(
                    "a position to read after must be 0 or larger, but is " + after);
        }
        return after;
    }

    /// Completes all subscriptions. Called before the journal closes.
    @Override
    public void close() {
        closed = true;
        List<EventSubscription> open = List.copyOf(subscriptions);
        open.forEach(EventSubscription::end);
        long due = System.nanoTime() + CLOSE_MAX.toNanos();
        open.forEach(subscription ->
                subscription.awaitEnd(Duration.ofNanos(Math.max(0, due - System.nanoTime()))));
    }
}
