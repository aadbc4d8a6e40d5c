package dev.cobnut.lab.flamegraph;

import java.util.List;

/// One frame, or a folded sequence of frames that call each other, with its cost on both sides.
///
/// @param frames from the root upwards; at least one
/// @param outermostHot true when this cell is part of the hotspot and none of its callers is
/// @param before cost in the event's unit, per request where requests are known; `after` likewise
/// @param children most expensive first, in the same order on both sides
record FlameCell(
        List<String> frames,
        FrameKind kind,
        boolean outermostHot,
        double before,
        double after,
        List<FlameCell> children) {

    FlameCell {
        frames = List.copyOf(frames);
        children = List.copyOf(children);
    }

    double cost(boolean ofBefore) {
        return ofBefore ? before : after;
    }

    /// The forms of the cell's name, longest first.
    List<String> names() {
        String last = frames.getLast();
        if (frames.size() == 1) {
            return FrameName.forms(last, kind == FrameKind.TYPE);
        }
        String count = frames.size() + " frames";
        return List.of(
                "%s: %s \u2026 %s"
                        .formatted(
                                count, FrameName.brief(frames.getFirst()), FrameName.brief(last)),
                "%s \u2026 %s".formatted(count, FrameName.brief(last)),
                "%s \u2026 %s".formatted(count, FrameName.forms(last, false).getLast()),
                count);
    }
}
