package dev.cobnut.framework.view;

import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.view.View.Viewed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A fold of a stream with the lookup rows of all its events. It ends before an event that cannot
/// be applied. Used by one thread.
final class Refolding<V> {

    private final View<V> view;
    private final Map<LookupKey, Projection.LookupRow> rows = new LinkedHashMap<>();
    private @Nullable V value;
    private long version;
    private @Nullable Throwable failure;

    private record LookupKey(String lookup, String group) {}

    Refolding(View<V> view) {
        this.view = view;
    }

    Refolding<V> after(RecordedEvent event) {
        if (failure != null) {
            return this;
        }
        try {
            V after = view.applied(value, event);
            for (Projection.LookupRow row : view.rows(after, event)) {
                rows.put(new LookupKey(row.lookup(), row.group()), row);
            }
            value = after;
            version = event.version();
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            failure = e;
        }
        return this;
    }

    /// @return null when there is no value, or when it cannot be encoded
    @Nullable ViewEntry entry(StreamId stream) {
        V now = value;
        try {
            return now == null
                    ? null
                    : view.entries().of(new Viewed<>(stream, version, now, failure != null));
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            failure = e;
            return null;
        }
    }

    /// The last row of each group.
    List<Projection.LookupRow> rows() {
        return List.copyOf(rows.values());
    }

    /// Why the next event cannot be applied; null when all were.
    @Nullable Throwable failure() {
        return failure;
    }
}
