package dev.cobnut.framework.delivery;

import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.outbox.OutboxStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Up to where the store's pending entries were read, and when it is worth reading on. Used by the
/// publisher's thread, except for [#wake].
///
/// `createdAt` only grows on a node that is alone, so the position does, too. Where several members
/// add, who added tells from which `createdAt` on to look again, and the position goes back there.
/// Each poll has a fixed cost, so one that is not worth a page is put off by `pace`; every
/// `safetyInterval` everything is read from the beginning.
final class PendingCursor {

    /// Pause after a poll that failed because the journal did not answer.
    private static final long FAILED_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final OutboxStore store;
    private final PublisherSettings settings;
    private final OutboxObserver observer;
    private final LongSupplier nanoTime;

    private volatile boolean appended = true;

    /// The smallest `createdAt` that somebody added since the last poll.
    private final AtomicLong lookFrom = new AtomicLong(Long.MAX_VALUE);

    private long position;
    private boolean more = true;
    private boolean rewind;
    private long polledAtNanos;
    private long rewoundAtNanos;
    private long notBeforeNanos;

    PendingCursor(
            OutboxStore store,
            PublisherSettings settings,
            OutboxObserver observer,
            LongSupplier nanoTime) {
        this.store = store;
        this.settings = settings;
        this.observer = observer;
        this.nanoTime = nanoTime;
        this.notBeforeNanos = nanoTime.getAsLong();
        this.polledAtNanos = nanoTime.getAsLong() - settings.pace().toNanos();
        this.rewoundAtNanos = nanoTime.getAsLong();
    }

    /// Something was added. Any thread.
    void wake() {
        appended = true;
    }

    /// Something was added that may belong before the position. Any thread.
    ///
    /// @param firstCreatedAt the smallest `createdAt` of what was added; 0 to look at everything
    void wake(long firstCreatedAt) {
        lookFrom.accumulateAndGet(firstCreatedAt, Math::min);
        wake();
    }

    /// Whether something was added since the last poll.
    boolean isBehind() {
        return appended;
    }

    /// Whether the last poll left something behind.
    boolean hasMore() {
        return more;
    }

    boolean isDue(long now) {
        if (now - notBeforeNanos < 0) {
            return false;
        }
        if (rewind || now - rewoundAtNanos >= settings.safetyInterval().toNanos()) {
            rewind = false;
            rewoundAtNanos = now;
            position = 0;
            more = true;
        }
        return more || (appended && now - polledAtNanos >= settings.pace().toNanos());
    }

    /// When a poll is due by itself.
    long nextDue() {
        long next = rewoundAtNanos + settings.safetyInterval().toNanos();
        if (appended) {
            next = Math.min(next, polledAtNanos + settings.pace().toNanos());
        }
        return Math.max(next, notBeforeNanos);
    }

    /// The next page, ascending by `createdAt`. The position stays: [#passed] moves it.
    List<OutboxEntry> poll() {
        long began = nanoTime.getAsLong();
        appended = false;
        long from = lookFrom.getAndSet(Long.MAX_VALUE);
        if (from != Long.MAX_VALUE) {
            position = Math.min(position, Math.max(0, from - 1));
        }
        List<OutboxEntry> found = store.pollPending(position, settings.pageMax());
        polledAtNanos = nanoTime.getAsLong();
        observer.polled(found.size(), polledAtNanos - began);
        more = found.size() == settings.pageMax();
        return found;
    }

    /// Everything up to this entry was taken.
    void passed(OutboxEntry entry) {
        position = Math.max(position, entry.createdAt());
    }

    /// The rest of the page is read again when there is room.
    void readAgain() {
        more = true;
    }

    /// From the beginning, as soon as may be.
    void rewind() {
        rewind = true;
    }

    /// What was told is not known any more: everything is looked at, when it may be better.
    void failed() {
        rewind = true;
        notBeforeNanos = nanoTime.getAsLong() + FAILED_PAUSE_NANOS;
    }

    void restart() {
        position = 0;
        more = true;
    }
}
