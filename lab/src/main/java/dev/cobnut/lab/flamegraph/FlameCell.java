package dev.cobnut.lab.flamegraph;

import java.util.List;

/// A frame, or a run of frames that lead into one another, with its cost on both sides.
///
/// @param frames from the root side on; at least one
/// @param outermostHot whether it is of the hotspot and nothing below it is
/// @param before in the event's unit, per request where requests are known; likewise `after`
/// @param children the dearest first, in the same order on both sides
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

    /// The forms of its name, from long to short.
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
