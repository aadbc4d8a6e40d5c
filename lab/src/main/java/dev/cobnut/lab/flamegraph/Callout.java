package dev.cobnut.lab.flamegraph;

/// What a picture points at: a thin outline, a number, and this text beside the number.
///
/// @param name of a frame, or of a subsystem; its outermost frames are outlined, and what is
///   outside the width has this text in its strip
/// @param text the figures, for example `31.2 µs/request, only in B`; may be empty
/// @param tone its colour: red only where B costs more
public record Callout(String name, String text, Tone tone) {

    /// The name as a picture has room for it.
    String title() {
        return FrameName.brief(Tips.title(name));
    }

    /// Name and figures on one line.
    String line() {
        return text.isEmpty() ? title() : title() + ": " + text;
    }
}
