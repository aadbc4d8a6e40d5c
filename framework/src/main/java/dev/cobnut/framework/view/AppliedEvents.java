package dev.cobnut.framework.view;

import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.view.View.Folded;
import dev.cobnut.framework.view.View.Viewed;
import dev.cobnut.framework.view.Views.EventRow;
import dev.cobnut.framework.view.Views.Failure;
import dev.cobnut.framework.view.Views.Progress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Events that are applied to a view. Collects the changed entries, to be written together. Used by
/// one thread.
final class AppliedEvents<V> {

    private final View<V> view;
    private final Map<String, ViewEntry> before;
    private final Map<String, ViewEntry> changed = new HashMap<>();

    AppliedEvents(View<V> view, Map<String, ViewEntry> before) {
        this.view = view;
        this.before = before;
    }

    View<V> view() {
        return view;
    }

    Map<String, ViewEntry> changed() {
        return changed;
    }

    /// Applies events of one stream, in order, up to the first one that fails. Whatever the
    /// projection throws is a failure of its entry, unless the virtual machine has failed.
    ///
    /// @throws StreamUnreadableException when earlier events are needed and cannot be read
    Progress apply(StreamId stream, List<RecordedEvent> events) {
        if (!view.shows(stream)) {
            return new Progress(events.size(), List.of(), null);
        }
        Entry<V> entry;
        try {
            entry = entry(stream);
        } catch (Throwable e) {
            return new Progress(0, List.of(), failure(events.getFirst(), e));
        }
        Progress progress = apply(entry, events, false);
        try {
            entry.end();
            return progress;
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            // Encoding after each event finds the one whose value cannot be encoded.
            return apply(entry(stream), events, true);
        }
    }

    private Progress apply(Entry<V> entry, List<RecordedEvent> events, boolean encodeEach) {
        List<EventRow> rows = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            try {
                List<Projection.LookupRow> added = entry.apply(events.get(i));
                if (encodeEach) {
                    entry.end();
                }
                for (Projection.LookupRow row : added) {
                    rows.add(new EventRow(i, Objects.requireNonNull(row, "a lookup row")));
                }
            } catch (StreamUnreadableException e) {
                throw e; // no event is at fault
            } catch (Throwable e) {
                return new Progress(i, rows, failure(events.get(i), e));
            }
        }
        return new Progress(events.size(), rows, null);
    }

    private Failure failure(RecordedEvent event, Throwable cause) {
        Failures.rethrowFatal(cause);
        return new Failure(view.projection().name(), event.version(), cause);
    }

    /// Begins to apply events of one stream.
    private Entry<V> entry(StreamId stream) {
        return new Entry<>(this, stream, view.entries().viewed(stream, before.get(stream.value())));
    }

    /// The entry of one stream while events are applied to it.
    private static final class Entry<V> {

        private final AppliedEvents<V> applied;
        private final StreamId stream;
        private @Nullable Viewed<V> viewed;
        private boolean isChanged;

        Entry(AppliedEvents<V> applied, StreamId stream, @Nullable Viewed<V> viewed) {
            this.applied = applied;
            this.stream = stream;
            this.viewed = viewed;
        }

        /// Applies an event unless the entry already contains it. Events between the entry's
        /// version and this one are read from the stream. When an event cannot be applied, the
        /// entry stays at the one before and is marked as behind.
        ///
        /// @return the lookup rows of the event, also when the entry already contains it: the rows
        ///   may not be written yet
        /// @throws RuntimeException or [Error] when this event or one before it cannot be applied
        List<Projection.LookupRow> apply(RecordedEvent event) {
            View<V> view = applied.view;
            Viewed<V> before = viewed;
            if (before != null && event.version() <= before.version()) {
                return view.rows(before.value(), event);
            }
            if (event.version() > (before == null ? 0 : before.version()) + 1) {
                before = catchUp(event.version() - 1);
            }
            V value;
            try {
                value = view.applied(before == null ? null : before.value(), event);
            } catch (RuntimeException | Error e) {
                if (before != null) {
                    take(before.markedBehind());
                }
                throw e;
            }
            if (value != null) {
                take(new Viewed<>(stream, event.version(), value, false));
            }
            return view.rows(value, event);
        }

        private @Nullable Viewed<V> catchUp(long upToVersion) {
            Folded<V> folded = applied.view.fold(stream, viewed, upToVersion);
            Viewed<V> reached = folded.viewed();
            if (reached != null) {
                take(reached);
            }
            return switch (folded.stoppedBy()) {
                case null -> reached;
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                default -> throw new IllegalStateException(folded.stoppedBy());
            };
        }

        private void take(Viewed<V> next) {
            isChanged |= !next.isOfSameEventsAs(viewed);
            viewed = next;
        }

        /// Adds the applied events to the changes of the view.
        ///
        /// @throws RuntimeException when the value cannot be encoded; nothing is added then
        void end() {
            Viewed<V> now = viewed;
            if (isChanged && now != null) {
                applied.changed.put(stream.value(), applied.view.entries().of(now));
            }
        }
    }
}
