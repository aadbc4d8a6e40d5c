package dev.cobnut.framework.event;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The events that a decision depends on, by their tags and types. The semantics are those of
/// [Dynamic Consistency Boundary](https://dcb.events/specification/): an event matches when it
/// matches one of the items.
///
/// ```java
/// EventQuery.tagged(Tag.of("course", id)).or(EventQuery.tagged(Tag.of("student", other)).ofTypes("StudentSubscribed"))
/// ```
///
/// One thing differs: every item names a tag. A query by types alone, or for all events, would read
/// the whole journal.
///
/// @param items 1 to [#ITEMS_MAX], each once
public record EventQuery(List<Item> items) {

    /// Most items of a query.
    public static final int ITEMS_MAX = 16;

    /// Most types of an item.
    public static final int TYPES_MAX = 32;

    /// Events that have one of the types and all of the tags.
    ///
    /// @param types stored names, at most [#TYPES_MAX]; empty for any type
    /// @param tags 1 to [Tag#PER_EVENT_MAX], each once. The journal goes through the events of the
    ///   first one, so name the rarest first
    public record Item(Set<String> types, List<Tag> tags) {

        public Item {
            types = Set.copyOf(types);
            tags = List.copyOf(new LinkedHashSet<>(tags));
            if (tags.isEmpty()) {
                throw new IllegalArgumentException(
                        "an item of a query needs a tag; without one it would read the whole journal");
            }
            if (tags.size() > Tag.PER_EVENT_MAX) {
                throw new IllegalArgumentException(
                        "an item of a query has at most "
                                + Tag.PER_EVENT_MAX
                                + " tags, not "
                                + tags.size());
            }
            if (types.size() > TYPES_MAX) {
                throw new IllegalArgumentException(
                        "an item of a query has at most "
                                + TYPES_MAX
                                + " types, not "
                                + types.size()
                                + "; leave the types out to match all of them");
            }
            for (String type : types) {
                StorableText.requireKey("a type in a query", type);
            }
        }

        /// True when an event with this type and these tags matches.
        public boolean matches(String type, Set<Tag> tagsOfEvent) {
            return (types.isEmpty() || types.contains(type)) && tagsOfEvent.containsAll(tags);
        }
    }

    public EventQuery {
        items = List.copyOf(new LinkedHashSet<>(items));
        if (items.isEmpty() || items.size() > ITEMS_MAX) {
            throw new IllegalArgumentException(
                    "a query has 1 to " + ITEMS_MAX + " items, not " + items.size());
        }
    }

    /// Events that have all of these tags.
    ///
    /// @param first the rarest one
    public static EventQuery tagged(Tag first, Tag... others) {
        List<Tag> tags = new ArrayList<>(List.of(first));
        tags.addAll(List.of(others));
        return new EventQuery(List.of(new Item(Set.of(), tags)));
    }

    /// The events of this query and those of another one.
    public EventQuery or(EventQuery other) {
        List<Item> all = new ArrayList<>(items);
        all.addAll(other.items);
        return new EventQuery(all);
    }

    /// Of the events of this query those of some types.
    ///
    /// @param types stored names
    public EventQuery ofTypes(String... types) {
        return ofTypes(Set.of(types));
    }

    /// Of the events of this query those of some classes, also those that were stored under a
    /// former name. A stored type that was split is not among them: name it.
    ///
    /// @throws IllegalArgumentException when the codec does not tell that it reads the class
    ///   ([EventCodec#classes])
    @SafeVarargs
    public final <E> EventQuery ofTypes(EventCodec<E> codec, Class<? extends E>... classes) {
        Set<String> names = new TreeSet<>();
        for (Class<? extends E> wanted : classes) {
            boolean known = false;
            for (Map.Entry<String, Class<? extends E>> stored : codec.classes().entrySet()) {
                if (stored.getValue().equals(wanted)) {
                    names.add(stored.getKey());
                    known = true;
                }
            }
            if (!known) {
                throw new IllegalArgumentException(
                        wanted.getName()
                                + " is not an event of the codec; it knows "
                                + codec.types());
            }
        }
        return ofTypes(names);
    }

    private EventQuery ofTypes(Set<String> types) {
        if (types.isEmpty()) {
            throw new IllegalArgumentException("a query of types names one at least");
        }
        for (Item item : items) {
            if (!item.types().isEmpty()) {
                throw new IllegalArgumentException(
                        "the types of a query are given once; join queries of other types with or()");
            }
        }
        return new EventQuery(items.stream().map(item -> new Item(types, item.tags())).toList());
    }

    /// True when an event with this type and these tags matches one of the items.
    public boolean matches(String type, Set<Tag> tags) {
        for (Item item : items) {
            if (item.matches(type, tags)) {
                return true;
            }
        }
        return false;
    }

    /// What it counts against limits of memory.
    public long bytes() {
        long bytes = 0;
        for (Item item : items) {
            for (Tag tag : item.tags()) {
                bytes += tag.bytes();
            }
            for (String type : item.types()) {
                bytes += type.length();
            }
        }
        return bytes;
    }
}
