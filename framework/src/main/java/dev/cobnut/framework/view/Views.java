package dev.cobnut.framework.view;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.UnusableDomainException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All views of a service. The pipeline applies events to them. Thread-safe.
public final class Views {

    private final List<View<?>> views;

    /// @throws UnusableDomainException when two views have one name: they would share a map
    public Views(List<View<?>> views) {
        this.views = List.copyOf(views);
        Map<String, View<?>> byName = new HashMap<>();
        for (View<?> view : views) {
            View<?> other = byName.put(view.projection().name(), view);
            if (other != null) {
                throw new UnusableDomainException(
                        "two views are named "
                                + view.projection().name()
                                + ", of "
                                + other.projection().getClass().getName()
                                + " and "
                                + view.projection().getClass().getName()
                                + "; give one of them another name");
            }
        }
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
    /// @param continued the streams of the page whose entries are read from the maps. An entry that
    ///   is not read counts as missing. That costs nothing when the first event of the page is the
    ///   first one of its stream
    public Page begin(Collection<StreamId> continued) {
        List<AppliedEvents<?>> pages = new ArrayList<>(views.size());
        for (View<?> view : views) {
            pages.add(view.begin(continued.stream().filter(view::shows).toList()));
        }
        return new Page(pages);
    }

    /// A page of events on its way into the views. Used by one thread.
    public static final class Page {

        private final List<AppliedEvents<?>> pages;

        private Page(List<AppliedEvents<?>> pages) {
            this.pages = pages;
        }

        /// Applies events of one stream, in order, to every view. Each view succeeds or fails by
        /// itself: one that fails keeps the events before the failure, and the others take all
        /// events.
        ///
        /// @throws StreamUnreadableException when earlier events are needed and cannot be read; no
        ///   event is at fault then
        public Applied apply(StreamId stream, List<RecordedEvent> events) {
            int count = events.size();
            List<EventRow> rows = new ArrayList<>();
            List<Failure> failures = List.of();
            for (AppliedEvents<?> page : pages) {
                Progress progress = page.apply(stream, events);
                rows.addAll(progress.rows());
                Failure failure = progress.failure();
                if (failure != null) {
                    count = Math.min(count, progress.count());
                    failures = new ArrayList<>(failures);
                    failures.add(failure);
                }
            }
            return new Applied(count, rowsOf(rows, events.subList(0, count)), failures);
        }

        /// Most units have no rows, or those of one view, which are in order.
        private static List<LookupAt> rowsOf(List<EventRow> rows, List<RecordedEvent> applied) {
            if (rows.isEmpty()) {
                return List.of();
            }
            List<LookupAt> inOrder = new ArrayList<>(rows.size());
            rows.sort(Comparator.comparingInt(EventRow::event));
            for (EventRow row : rows) {
                if (row.event() < applied.size()) {
                    inOrder.add(new LookupAt(applied.get(row.event()).position(), row.row()));
                }
            }
            return inOrder;
        }

        /// Writes the applied events to the maps.
        public void write() {
            for (AppliedEvents<?> page : pages) {
                page.view().entries().putAll(page.changed());
            }
        }
    }

    /// The outcome for the events of one stream.
    ///
    /// @param count number of events, from the first, that every view has
    /// @param lookups lookup rows of these events, in order
    /// @param failures one for each view that could not apply an event; empty when all views have
    ///   all events
    public record Applied(int count, List<LookupAt> lookups, List<Failure> failures) {}

    /// A lookup row.
    ///
    /// @param position of the event that the row follows from
    public record LookupAt(long position, Projection.LookupRow row) {}

    /// A projection could not apply an event.
    ///
    /// @param view name of the projection
    /// @param version version of the event
    public record Failure(String view, long version, Throwable cause) {

        /// The projection and the cause, without a trace.
        public String sentence() {
            String name = cause.getClass().getSimpleName();
            return view
                    + ": "
                    + (cause.getMessage() == null ? name : name + ": " + cause.getMessage());
        }
    }

    /// How far one view has come with the events of one stream.
    ///
    /// @param count number of events, from the first, that the view has
    record Progress(int count, List<EventRow> rows, @Nullable Failure failure) {}

    /// @param event index of the event that the row belongs to
    record EventRow(int event, Projection.LookupRow row) {}
}
