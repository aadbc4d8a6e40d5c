package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.Tag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/// The index of tags of a journal in memory. Used under the journal's lock.
final class InMemoryTags {

    /// All events of the log; the one at a position is at the index before it.
    private final List<RecordedEvent> events;

    private final Map<Tag, NavigableSet<Long>> positions = new HashMap<>();

    InMemoryTags(List<RecordedEvent> events) {
        this.events = events;
    }

    void add(Tag tag, RecordedEvent event) {
        positions.computeIfAbsent(tag, _ -> new TreeSet<>()).add(event.position());
    }

    JournalMark head() {
        return events.isEmpty() ? JournalMark.BEGINNING : JournalMark.at(events.getLast());
    }

    boolean has(JournalMark mark) {
        return mark.event() == null
                || (mark.position() <= events.size()
                        && at(mark.position()).id().equals(mark.event()));
    }

    private RecordedEvent at(long position) {
        return events.get((int) position - 1);
    }

    /// The matching events after a position, in order.
    List<RecordedEvent> matching(EventQuery query, long afterPosition) {
        NavigableSet<Long> found = new TreeSet<>();
        for (EventQuery.Item item : query.items()) {
            for (long position : of(item.tags().getFirst()).tailSet(afterPosition, false)) {
                if (matches(item, position)) {
                    found.add(position);
                }
            }
        }
        return found.stream().map(this::at).toList();
    }

    private NavigableSet<Long> of(Tag tag) {
        return positions.getOrDefault(tag, new TreeSet<>());
    }

    private boolean matches(EventQuery.Item item, long position) {
        Set<Tag> tags = new HashSet<>(item.tags());
        tags.removeIf(tag -> !of(tag).contains(position));
        return item.matches(at(position).type(), tags);
    }

    /// The requests whose condition is not met by what is committed.
    Set<AppendRequest> overtaken(List<AppendRequest> appends) {
        Set<AppendRequest> overtaken = new HashSet<>();
        for (AppendRequest request : appends) {
            AppendCondition condition = request.condition();
            if (condition != null
                    && (!has(condition.after())
                            || !matching(condition.query(), condition.after().position())
                                    .isEmpty())) {
                overtaken.add(request);
            }
        }
        return overtaken;
    }

    /// The matching events between two positions.
    List<RecordedEvent> read(EventQuery query, long after, long through) {
        return matching(query, after).stream()
                .takeWhile(event -> event.position() <= through)
                .toList();
    }
}
