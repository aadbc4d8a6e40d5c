package dev.cobnut.lab.stacks;

import org.jspecify.annotations.Nullable;

/// A pattern for a frame, with any caller or directly below a frame of another pattern.
///
/// @param caller null for any caller
record CallPattern(@Nullable FramePattern caller, FramePattern frame) {

    /// @param text one name, or two with `>` between them, the caller first
    static CallPattern of(String text) {
        String[] names = text.split("\\s+>\\s+", 2);
        return names.length == 1
                ? new CallPattern(null, FramePattern.of(text))
                : new CallPattern(FramePattern.of(names[0]), FramePattern.of(names[1]));
    }

    boolean matches(@Nullable String from, String to) {
        return frame.matches(to) && (caller == null || (from != null && caller.matches(from)));
    }
}
