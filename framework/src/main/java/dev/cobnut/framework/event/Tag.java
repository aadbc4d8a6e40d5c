package dev.cobnut.framework.event;

import java.util.Collection;
import java.util.Set;

/// A mark of an event by which a decision finds it, whichever stream it is in: a kind of thing and
/// the id of one, for example `course:c1`. Tags are stored beside the event and never change. They
/// do not go to views, handlers and sinks.
///
/// @param value 1 to [StorableText#KEY_LENGTH_MAX] characters that every journal can store
/// @see EventQuery
public record Tag(String value) {

    /// Most tags of one event.
    public static final int PER_EVENT_MAX = 16;

    private static final char SEPARATOR = ':';

    /// What a tag counts besides its text.
    private static final int OVERHEAD_BYTES = 50;

    /// @throws IllegalArgumentException when the text is empty, too long, or cannot be stored
    public Tag {
        StorableText.requireKey("a tag", value);
    }

    /// The tag `kind:id`.
    ///
    /// @param kind for example `course`; without `:`, so that two pairs never make the same tag
    /// @param id without a rule of its own; not empty
    public static Tag of(String kind, String id) {
        if (kind.isEmpty() || kind.indexOf(SEPARATOR) >= 0 || id.isEmpty()) {
            throw new IllegalArgumentException(
                    "a tag is made of a kind without ':' and an id, not of '"
                            + kind
                            + "' and '"
                            + id
                            + "'");
        }
        return new Tag(kind + SEPARATOR + id);
    }

    /// @return an unmodifiable copy
    static Set<Tag> requireFew(Collection<Tag> tags) {
        if (tags.isEmpty()) {
            return Set.of();
        }
        Set<Tag> copy = Set.copyOf(tags);
        if (copy.size() > PER_EVENT_MAX) {
            throw new IllegalArgumentException(
                    "an event has at most " + PER_EVENT_MAX + " tags, not " + copy.size());
        }
        return copy;
    }

    /// What it counts against limits of memory.
    public int bytes() {
        return value.length() + OVERHEAD_BYTES;
    }

    @Override
    public String toString() {
        return value;
    }
}
