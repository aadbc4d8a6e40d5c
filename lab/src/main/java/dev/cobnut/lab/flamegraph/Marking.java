package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.Subsystems;

/// Decides the kind of a frame and its membership of the hotspot. Pictures and page use the same
/// instance.
record Marking(ProfileEvent event, Subsystems subsystems, String hotspot) {

    /// True when a node is the end of an allocation stack: a type, not code.
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
