package dev.cobnut.lab.flamegraph;

import java.util.List;

/// One frame, or a folded sequence of frames that call each other, with its cost on both sides.
///
/// @param frames from the root upwards; at least one
/// @param marks indexes of the callouts that this cell belongs to while none of its callers does
/// @param before cost in the event's unit, per request where requests are known; `after` likewise
/// @param children most expensive first, in the same order on both sides
record FlameCell(
        List<String> frames,
        FrameKind kind,
        List<Integer> marks,
        double before,
        double after,
        Change change,
        List<FlameCell> children) {

    FlameCell {
        frames = List.copyOf(frames);
        marks = List.copyOf(marks);
        children = List.copyOf(children);
    }

    double cost(boolean ofBefore) {
        return ofBefore ? before : after;
    }

    /// The forms of the cell's name, longest first. Those of folded frames have an ellipsis.
    List<String> names() {
        String last = frames.getLast();
        if (frames.size() == 1) {
            return FrameName.forms(last, kind == FrameKind.TYPE);
        }
        String brief = FrameName.brief(last);
        return List.of(
                FrameName.brief(frames.getFirst()) + " \u2026 " + brief,
                "\u2026 " + brief,
                "\u2026 " + FrameName.forms(last, false).getLast());
    }
}
