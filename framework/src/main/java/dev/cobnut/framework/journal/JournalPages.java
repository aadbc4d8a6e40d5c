package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/// Reads all events of the journal in the order of their positions. While a page is used, the next
/// one is read, unless pages are [#onDemand]. Used by one thread.
///
/// A page is read together with the last event before it, which tells whether the journal is still
/// the same. After a failover to a standby that lagged it is not: other events may be at the
/// positions that were read.
public final class JournalPages {

    /// Most events of a page; its bytes are bounded by [EventPage].
    public static final int PAGE_MAX = 4_096;

    private final Cursors cursors;
    private final int pageMax;
    private final boolean readsAhead;
    private long position;
    private @Nullable UUID lastEvent;
    private @Nullable CompletableFuture<Page> ahead;

    /// @param isFull more events may follow
    private record Page(List<RecordedEvent> events, boolean isFull) {

        static Page of(List<RecordedEvent> events, int max) {
            return new Page(events, EventPage.isFull(events, max));
        }
    }

    /// @param position everything through it is known
    /// @param lastEvent id of the event at the position; null at 0, and when it is not known
    public JournalPages(Cursors cursors, long position, @Nullable UUID lastEvent) {
        this(cursors, position, lastEvent, PAGE_MAX, true);
    }

    private JournalPages(
            Cursors cursors,
            long position,
            @Nullable UUID lastEvent,
            int pageMax,
            boolean readsAhead) {
        this.cursors = cursors;
        this.position = position;
        this.lastEvent = lastEvent;
        this.pageMax = pageMax;
        this.readsAhead = readsAhead;
    }

    /// Pages that are read when they are asked for. So at most one is in memory.
    ///
    /// @param position everything through it is known
    /// @param pageMax most events of a page
    public static JournalPages onDemand(Cursors cursors, long position, int pageMax) {
        return new JournalPages(cursors, position, null, pageMax, false);
    }

    /// The next events; none at the end of the journal.
    ///
    /// @throws JournalRewoundException when the journal has lost what was read
    public List<RecordedEvent> next() {
        Page page = read();
        if (!page.events().isEmpty()) {
            RecordedEvent last = page.events().getLast();
            position = last.position();
            lastEvent = last.id();
            if (readsAhead && page.isFull()) {
                ahead = readAhead(position, last.id());
            }
        }
        return page.events();
    }

    /// False when there are more events. Not known for pages [#onDemand].
    public boolean isAtEnd() {
        return ahead == null;
    }

    private Page read() {
        CompletableFuture<Page> begun = ahead;
        ahead = null;
        if (begun == null) {
            return read(position, lastEvent);
        }
        try {
            return begun.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                cause.addSuppressed(e); // where it was awaited
                throw cause;
            }
            throw e;
        }
    }

    private CompletableFuture<Page> readAhead(long after, UUID last) {
        return CompletableFuture.supplyAsync(
                () -> read(after, last), work -> Thread.ofVirtual().start(work));
    }

    private Page read(long after, @Nullable UUID last) {
        if (last == null) {
            return Page.of(cursors.readAll(after, pageMax), pageMax);
        }
        List<RecordedEvent> page = cursors.readAll(after - 1, pageMax + 1);
        if (page.isEmpty() || !page.getFirst().id().equals(last)) {
            throw new JournalRewoundException(after);
        }
        boolean isFull = EventPage.isFull(page, pageMax + 1); // the known event counts, too
        if (page.size() == 1 && isFull) {
            return Page.of(
                    cursors.readAll(after, pageMax), pageMax); // one large event fills a page
        }
        return new Page(page.subList(1, page.size()), isFull);
    }
}
