package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.Subsystems;
import java.util.ArrayList;
import java.util.List;

/// Decides the kind of a frame and the callouts that point at it. Pictures and page use the same
/// instance.
record Marking(ProfileEvent event, Subsystems subsystems, List<Callout> callouts) {

    static Marking of(FlameComparison comparison) {
        return new Marking(
                comparison.before().stacks().event(),
                comparison.subsystems(),
                comparison.callouts());
    }

    /// True when a node is the end of an allocation stack: a type, not code.
    boolean isType(CallTree.Node node) {
        return event == ProfileEvent.ALLOC && node.children().isEmpty();
    }

    /// The indexes of the callouts that point at a node.
    List<Integer> marks(CallTree.Node node) {
        List<Integer> marks = new ArrayList<>();
        for (int i = 0; i < callouts.size(); i++) {
            if (!node.isRoot() && isMarked(node, callouts.get(i).name())) {
                marks.add(i);
            }
        }
        return marks;
    }

    /// What is outside the width is not in the tree.
    private boolean isMarked(CallTree.Node node, String name) {
        return !Subsystems.NOT_OURS.contains(name)
                && (node.frame().equals(name)
                        || (!isType(node)
                                && subsystems.of(node.caller(), node.frame()).equals(name)));
    }

    FrameKind kind(CallTree.Node node) {
        return isType(node) ? FrameKind.TYPE : node.kind();
    }
}
