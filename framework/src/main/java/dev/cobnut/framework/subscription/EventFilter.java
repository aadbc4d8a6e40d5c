package dev.cobnut.framework.subscription;

import dev.cobnut.framework.event.RecordedEvent;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which events a reader wants. Each condition holds beside the others.
///
/// @param categories of the streams; empty for all
/// @param types of the events, as they are stored; empty for all
/// @param correlation id of a business conversation; null for all
public record EventFilter(Set<String> categories, Set<String> types, @Nullable String correlation) {

    private static final EventFilter ALL = new EventFilter(Set.of(), Set.of(), null);

    public EventFilter {
        categories = Set.copyOf(categories);
        types = Set.copyOf(types);
    }

    /// Every event.
    public static EventFilter all() {
        return ALL;
    }

    /// Those of streams of these categories.
    public EventFilter ofCategories(String... names) {
        return new EventFilter(Set.of(names), types, correlation);
    }

    /// Those of these stored types.
    public EventFilter ofTypes(String... names) {
        return new EventFilter(categories, Set.of(names), correlation);
    }

    /// Those of one business conversation.
    public EventFilter correlatedBy(String id) {
        return new EventFilter(categories, types, id);
    }

    /// True when the reader wants the event.
    public boolean matches(RecordedEvent event) {
        return (categories.isEmpty() || categories.contains(event.stream().category()))
                && (types.isEmpty() || types.contains(event.type()))
                && (correlation == null || correlation.equals(event.metadata().correlation()));
    }
}
