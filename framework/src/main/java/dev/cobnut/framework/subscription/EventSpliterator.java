package dev.cobnut.framework.subscription;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.JournalPages;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;

/// The events of the journal through a position.
final class EventSpliterator extends Spliterators.AbstractSpliterator<RecordedEvent> {

    private final JournalPages pages;
    private final long end;
    private final EventFilter filter;
    private Iterator<RecordedEvent> page = List.<RecordedEvent>of().iterator();
    private boolean ended;

    EventSpliterator(JournalPages pages, long end, EventFilter filter) {
        super(
                Long.MAX_VALUE,
                Spliterator.ORDERED
                        | Spliterator.DISTINCT
                        | Spliterator.NONNULL
                        | Spliterator.IMMUTABLE);
        this.pages = pages;
        this.end = end;
        this.filter = filter;
    }

    @Override
    public boolean tryAdvance(Consumer<? super RecordedEvent> action) {
        while (!ended) {
            if (!page.hasNext()) {
                page = pages.next().iterator();
            }
            RecordedEvent event = page.hasNext() ? page.next() : null;
            ended = event == null || event.position() >= end;
            if (event != null && event.position() <= end && filter.matches(event)) {
                action.accept(event);
                return true;
            }
        }
        return false;
    }
}
