package dev.cobnut.lab.flamegraph;

/// What a picture points at: a thin red outline, a number, and this text beside the number.
///
/// @param name of a frame, or of a subsystem; its outermost frames are outlined
/// @param text the figures, for example `31.2 µs/request, only in B`; may be empty
public record Callout(String name, String text) {

    /// Name and figures on one line.
    String line() {
        String name = FrameName.brief(name());
        return text.isEmpty() ? name : name + ": " + text;
    }
}
