package dev.cobnut.framework.view;

import dev.cobnut.framework.event.Payload;
import org.jspecify.annotations.Nullable;

/// A view's value as it is kept in the map.
///
/// @param version version of the last event that was applied
/// @param behind true when the next event of the stream could not be applied
record ViewEntry(long version, Payload value, boolean behind) {

    /// Stands for an entry in a shape that this code does not know, from a member of another
    /// version. It counts as missing, and any entry replaces it.
    static final ViewEntry UNREADABLE = new ViewEntry(0, Payload.of(new byte[0]), false);

    boolean isReadable() {
        return version > 0;
    }

    /// True when this entry replaces the other one. An entry without the mark *behind* never
    /// replaces one of its version that has it: it was made before the later event was tried.
    boolean isNewerThan(@Nullable ViewEntry other) {
        return other == null
                || version > other.version
                || (version == other.version && behind && !other.behind);
    }
}
