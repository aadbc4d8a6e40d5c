package dev.cobnut.framework.view;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All views of a service. The pipeline applies events to them. Thread-safe.
public final class Views {

    private final List<View<?>> views;

    public Views(List<View<?>> views) {
        this.views = List.copyOf(views);
    }

    public List<View<?>> all() {
        return views;
    }

    /// The view of a projection.
    ///
    /// @throws IllegalArgumentException when this service has no such projection
    @SuppressWarnings("unchecked") // a view has the type of its projection
    public <V> View<V> of(Projection<V> projection) {
        for (View<?> view : views) {
            if (view.projection().equals(projection)) {
                return (View<V>) view;
            }
        }
        throw new IllegalArgumentException("no view of the projection " + projection.name());
    }

    /// Begins to apply a page of events.
    ///
    /// @param streams all streams of the page
    public Page begin(Collection<StreamId> streams) {
        List<View.Applied<?>> pages = new ArrayList<>(views.size());
        for (View<?> view : views) {
            pages.add(
                    view.begin(
                            streams.stream()
                                    .filter(stream -> view.projection().isOf(stream.category()))
                                    .toList()));
        }
        return new Page(pages);
    }

    /// A page of events on its way into the views. Used by one thread.
    public static final class Page {

        private final List<View.Applied<?>> pages;

        private Page(List<View.Applied<?>> pages) {
            this.pages = pages;
        }

        /// Applies events of one stream, in order, to every view.
        ///
        /// @return the outcome; it has fewer events than were given when one failed
        public Applied apply(StreamId stream, List<RecordedEvent> events) {
            List<View.Entry<?>> entries = new ArrayList<>(pages.size());
            for (View.Applied<?> page : pages) {
                if (page.view().projection().isOf(stream.category())) {
                    entries.add(page.entry(stream));
                }
            }
            List<Projection.LookupRow> rows = new ArrayList<>();
            RuntimeException failure = null;
            int applied = 0;
            for (RecordedEvent event : events) {
                try {
                    entries.forEach(entry -> rows.addAll(entry.apply(event)));
                } catch (StreamUnreadableException e) {
                    throw e; // the event is not at fault
                } catch (RuntimeException e) {
                    failure = e;
                    break;
                }
                applied++;
            }
            entries.forEach(View.Entry::end);
            return new Applied(applied, rows, failure);
        }

        /// Writes the applied events to the maps.
        public void write() {
            for (View.Applied<?> page : pages) {
                page.view().write(page.changed());
            }
        }
    }

    /// The outcome for the events of one stream.
    ///
    /// @param count number of events, from the first, that every view has
    /// @param lookups lookup rows of the events, in order
    /// @param failure failure of the next event; null when all were applied
    public record Applied(
            int count, List<Projection.LookupRow> lookups, @Nullable RuntimeException failure) {}
}
