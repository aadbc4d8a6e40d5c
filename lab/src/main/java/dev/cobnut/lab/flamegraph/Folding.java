package dev.cobnut.lab.flamegraph;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reduces the depth of a call tree to a readable size. A sequence of frames that pass on nearly
/// all of their cost becomes one cell, for example a hundred filters of a web server.
///
/// A sequence is folded when its last frame has at least a given share of the cost of its first
/// frame, on both sides. Calls that leave the sequence become children of the folded cell, so every
/// width stays true. The service's own code, the outermost frames of the hotspot and types are
/// never folded.
///
/// Folding starts with a high share. It is repeated with a smaller share until the tree has at most
/// the requested depth.
final class Folding {

    private static final double[] SHARES = {0.9, 0.8, 0.65, 0.5};

    /// Shorter sequences are as easy to read as the folded cell.
    private static final int RUN_MIN = 3;

    private static final Comparator<FlameCell> DEAREST_FIRST =
            Comparator.comparingDouble((FlameCell cell) -> -cell.before() - cell.after())
                    .thenComparing(cell -> cell.frames().getFirst());

    private final Marking marking;
    private final double beforeScale;
    private final double afterScale;
    private final double costMin;

    /// @param beforeScale cost of one unit of the tree's values; `afterScale` likewise
    /// @param costMin nodes that cost less on both sides do not count for the depth
    Folding(Marking marking, double beforeScale, double afterScale, double costMin) {
        this.marking = marking;
        this.beforeScale = beforeScale;
        this.afterScale = afterScale;
        this.costMin = costMin;
    }

    /// @param depthMax greatest depth of the nodes that cost enough to count; the caller handles
    ///   deeper ones
    FlameCell fold(CallTree tree, int depthMax) {
        FlameCell whole = fold(tree.root(), false, SHARES[0]);
        for (int i = 1; i < SHARES.length && depth(whole) > depthMax; i++) {
            whole = fold(tree.root(), false, SHARES[i]);
        }
        return whole;
    }

    int depth(FlameCell cell) {
        int deepest = 0;
        for (FlameCell child : cell.children()) {
            if (child.before() >= costMin || child.after() >= costMin) {
                deepest = Math.max(deepest, depth(child));
            }
        }
        return deepest + 1;
    }

    private FlameCell fold(CallTree.Node node, boolean inHotspot, double share) {
        boolean outermost = !inHotspot && marking.isHot(node);
        boolean hot = inHotspot || outermost;
        List<CallTree.Node> run = outermost ? List.of(node) : run(node, hot, share);
        if (run.size() < RUN_MIN) {
            run = List.of(node);
        }
        Set<CallTree.Node> inRun = Set.copyOf(run);
        List<FlameCell> children = new ArrayList<>();
        List<String> frames = new ArrayList<>();
        for (CallTree.Node member : run) {
            frames.add(member.frame());
            for (CallTree.Node child : member.children()) {
                if (!inRun.contains(child)) {
                    children.add(fold(child, hot, share));
                }
            }
        }
        children.sort(DEAREST_FIRST);
        FrameKind kind = run.size() > 1 ? FrameKind.FOLDED : marking.kind(node);
        return new FlameCell(frames, kind, outermost, before(node), after(node), children);
    }

    /// The frames, from this one on, that are folded together; a single frame when nothing is
    /// folded.
    private List<CallTree.Node> run(CallTree.Node first, boolean hot, double share) {
        List<CallTree.Node> run = new ArrayList<>();
        CallTree.@Nullable Node next = isFoldable(first, hot) ? first : null;
        while (next != null) {
            run.add(next);
            next = continuation(next, first, hot, share);
        }
        return run;
    }

    private CallTree.@Nullable Node continuation(
            CallTree.Node of, CallTree.Node first, boolean hot, double share) {
        for (CallTree.Node child : of.children()) {
            boolean most =
                    before(child) >= share * before(first) && after(child) >= share * after(first);
            if (most && isFoldable(child, hot)) {
                return child;
            }
        }
        return null;
    }

    private boolean isFoldable(CallTree.Node node, boolean hot) {
        FrameKind kind = marking.kind(node);
        return kind != FrameKind.OWN
                && kind != FrameKind.TYPE
                && !node.isRoot()
                && (hot || !marking.isHot(node));
    }

    private double before(CallTree.Node node) {
        return node.before().total().value() * beforeScale;
    }

    private double after(CallTree.Node node) {
        return node.after().total().value() * afterScale;
    }
}
