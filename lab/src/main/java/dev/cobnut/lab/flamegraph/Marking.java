package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.Subsystems;

/// What is special about a frame: its kind, and whether it is of the hotspot. Pictures and page ask
/// the same one.
record Marking(ProfileEvent event, Subsystems subsystems, String hotspot) {

    /// Whether a node is a type and not code: the end of an allocation stack.
    boolean isType(CallTree.Node node) {
        return event == ProfileEvent.ALLOC && node.children().isEmpty();
    }

    boolean isHot(CallTree.Node node) {
        return !isType(node) && subsystems.of(node.caller(), node.frame()).equals(hotspot);
    }

    FrameKind kind(CallTree.Node node) {
        return isType(node) ? FrameKind.TYPE : FrameKind.of(node.frame());
    }
}
