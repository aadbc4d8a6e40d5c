package dev.cobnut.framework.feed;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalPages;
import java.util.List;

/// The old events that a client reads before it follows live. Used by the client's thread.
sealed interface FeedBacklog {

    /// Most events of one read; its bytes are bounded by [EventPage].
    int PAGE_MAX = 256;

    /// The next events; those that the client does not want are among them.
    List<RecordedEvent> read();

    /// Everything through this position was read.
    long position();

    /// The journal, until the client has reached the window.
    final class OfJournal implements FeedBacklog {

        private final JournalPages pages;
        private long position;

        OfJournal(Journal journal, long after) {
            pages = JournalPages.onDemand(journal.cursors(), after, PAGE_MAX);
            position = after;
        }

        @Override
        public List<RecordedEvent> read() {
            List<RecordedEvent> page = pages.next();
            if (!page.isEmpty()) {
                position = page.getLast().position();
            }
            return page;
        }

        @Override
        public long position() {
            return position;
        }
    }

    /// One stream, through a position. The client follows live from there on.
    final class OfStream implements FeedBacklog {

        private final Journal journal;
        private final StreamId stream;
        private final long after;
        private final long through;
        private long version;
        private long position;

        OfStream(Journal journal, StreamId stream, long after, long through) {
            this.journal = journal;
            this.stream = stream;
            this.after = after;
            this.through = through;
            this.position = after;
        }

        @Override
        public List<RecordedEvent> read() {
            List<RecordedEvent> page = journal.read(stream, version, PAGE_MAX);
            boolean more = EventPage.isFull(page, PAGE_MAX) && page.getLast().position() < through;
            if (!page.isEmpty()) {
                version = page.getLast().version();
            }
            position = more ? Math.max(after, page.getLast().position()) : through;
            return page.stream()
                    .filter(event -> event.position() > after && event.position() <= through)
                    .toList();
        }

        @Override
        public long position() {
            return position;
        }

        boolean isComplete() {
            return position == through;
        }
    }
}
