package dev.cobnut.framework.delivery;

import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.outbox.OutboxStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// The position up to which the store's pending entries were read, and the time of the next poll.
/// Used by the publisher's thread, except for [#wake].
///
/// Entries of this member's own appends are handed over, and while there are no others, a poll
/// takes them without a query ([HandedEntries]). On a single node, `createdAt` only grows, and so
/// does the position. In a cluster, the member that added entries sends their smallest `createdAt`,
/// and the position goes back to it. Each poll has a fixed cost. So after a page that is not full,
/// the next poll waits for `pace`. Every `safetyInterval`, everything is read from the beginning.
final class PendingCursor {

    /// Pause after a poll that failed because the journal did not answer.
    private static final long FAILED_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final OutboxStore store;
    private final boolean asAppended;
    private final PublisherSettings settings;
    private final OutboxObserver observer;
    private final LongSupplier nanoTime;

    private volatile boolean hasNew = true;

    /// True when entries were added that were not handed over.
    private volatile boolean storeHasNew = true;

    private final HandedEntries handed = new HandedEntries();

    /// The smallest `createdAt` of the entries that were announced since the last poll.
    private final AtomicLong pollAgainFrom = new AtomicLong(Long.MAX_VALUE);

    private long position;
    private boolean more = true;
    private boolean rewindRequested;
    private long polledAtNanos;
    private long rewoundAtNanos;
    private long notBeforeNanos;

    /// @param asAppended true when entries are added and handed over in the order of `createdAt`
    PendingCursor(
            OutboxStore store,
            boolean asAppended,
            PublisherSettings settings,
            OutboxObserver observer,
            LongSupplier nanoTime) {
        this.store = store;
        this.asAppended = asAppended;
        this.settings = settings;
        this.observer = observer;
        this.nanoTime = nanoTime;
        this.notBeforeNanos = nanoTime.getAsLong();
        this.polledAtNanos = nanoTime.getAsLong() - settings.pace().toNanos();
        this.rewoundAtNanos = nanoTime.getAsLong();
    }

    /// Tells that entries were added. Any thread.
    void wake() {
        storeHasNew = true; // before the other one, which a poll resets first
        hasNew = true;
    }

    /// Hands over entries that were added. Any thread.
    void handOver(List<OutboxEntry> added) {
        if (handed.offer(added)) {
            hasNew = true;
        } else {
            wake(smallest(added));
        }
    }

    /// Tells that entries were added that may lie before the position. Any thread.
    ///
    /// @param firstCreatedAt the smallest `createdAt` of the added entries, in µs; 0 to read
    ///   everything again
    void wake(long firstCreatedAt) {
        pollAgainFrom.accumulateAndGet(firstCreatedAt, Math::min);
        wake();
    }

    /// True when entries were added since the last poll.
    boolean hasNew() {
        return hasNew;
    }

    /// True when the store may have entries that the last poll did not return.
    boolean hasMore() {
        return more;
    }

    boolean isDue(long now) {
        if (now - notBeforeNanos < 0) {
            return false;
        }
        if (rewindRequested || now - rewoundAtNanos >= settings.safetyInterval().toNanos()) {
            rewindRequested = false;
            rewoundAtNanos = now;
            position = 0;
            more = true;
        }
        return more || (hasNew && now - polledAtNanos >= settings.pace().toNanos());
    }

    /// The time at which the next poll is due without a wake-up, in ns.
    long nextDue() {
        long next = rewoundAtNanos + settings.safetyInterval().toNanos();
        if (hasNew) {
            next = Math.min(next, polledAtNanos + settings.pace().toNanos());
        }
        return Math.max(next, notBeforeNanos);
    }

    /// The next page, ascending by `createdAt`. The position stays: [#passed] moves it.
    List<OutboxEntry> poll() {
        long began = nanoTime.getAsLong();
        hasNew = false;
        boolean query = more;
        if (storeHasNew) {
            storeHasNew = false;
            query = true;
        }
        List<OutboxEntry> found = query ? queried() : taken();
        polledAtNanos = nanoTime.getAsLong();
        observer.polled(found.size(), polledAtNanos - began);
        return found;
    }

    /// What was handed over is found by a query, too, or brought again by the feed when the store
    /// had no room for it.
    private List<OutboxEntry> queried() {
        goBackTo(Math.min(pollAgainFrom.getAndSet(Long.MAX_VALUE), handed.clear()));
        List<OutboxEntry> found = store.pollPending(position, settings.pageMax());
        more = found.size() == settings.pageMax();
        return found;
    }

    /// A query may have found entries that were handed over only afterwards. In the order of
    /// appends, they are those that are not behind the position; otherwise the [VersionGate] drops
    /// them.
    private List<OutboxEntry> taken() {
        if (asAppended) {
            handed.dropThrough(position);
        }
        List<OutboxEntry> found = handed.take(settings.pageMax());
        if (!handed.isEmpty()) {
            hasNew = true;
        }
        return found;
    }

    private void goBackTo(long createdAt) {
        position = Math.min(position, Math.max(0, createdAt - 1));
    }

    private static long smallest(List<OutboxEntry> entries) {
        long first = Long.MAX_VALUE;
        for (OutboxEntry entry : entries) {
            first = Math.min(first, entry.createdAt());
        }
        return first;
    }

    /// Moves the position behind this entry: it and all before it were taken.
    void passed(OutboxEntry entry) {
        position = Math.max(position, entry.createdAt());
    }

    /// Makes entries that were not taken be read again when there is room.
    ///
    /// @param found those that may lie before the position
    void readAgain(List<OutboxEntry> found) {
        goBackTo(smallest(found));
        more = true;
    }

    /// Makes the next poll read from the beginning.
    void rewind() {
        rewindRequested = true;
    }

    /// Called when a page could not be processed: everything is read from the beginning again,
    /// after a pause.
    void failed() {
        rewindRequested = true;
        notBeforeNanos = nanoTime.getAsLong() + FAILED_PAUSE_NANOS;
    }

    void restart() {
        long _ = handed.clear();
        position = 0;
        more = true;
    }
}
