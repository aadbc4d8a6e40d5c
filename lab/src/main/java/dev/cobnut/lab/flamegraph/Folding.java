package dev.cobnut.lab.flamegraph;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reduces the depth of a call tree to a readable size. A sequence of frames that pass on nearly
/// all of their cost becomes one cell, for example a hundred filters of a web server.
///
/// A sequence is folded when its last frame has at least a given share of the cost of its first
/// frame, on both sides, and both are of one kind. Calls that leave the sequence become children of
/// the folded cell, so every width stays true. Types, and the outermost frames that a callout
/// points at, are never folded. The service's own code is folded only when the tree stays too deep.
///
/// Folding starts with a high share. It is repeated with a smaller share until the tree has at most
/// the requested depth.
final class Folding {

    private record Step(double share, boolean ownToo) {}

    private static final List<Step> STEPS =
            List.of(
                    new Step(0.9, false),
                    new Step(0.8, false),
                    new Step(0.65, false),
                    new Step(0.65, true),
                    new Step(0.5, true));

    /// Shorter sequences are as easy to read as the folded cell.
    private static final int RUN_MIN = 3;

    private static final Comparator<FlameCell> DEAREST_FIRST =
            Comparator.comparingDouble((FlameCell cell) -> -cell.before() - cell.after())
                    .thenComparing(cell -> cell.frames().getFirst());

    private final Marking marking;
    private final double costMin;
    private Step step = STEPS.getFirst();

    /// @param costMin nodes that cost less on both sides do not count for the depth
    Folding(Marking marking, double costMin) {
        this.marking = marking;
        this.costMin = costMin;
    }

    /// @param depthMax greatest depth of the nodes that cost enough to count; the caller handles
    ///   deeper ones
    FlameCell fold(CallTree tree, int depthMax) {
        FlameCell whole = fold(tree.root(), Set.of());
        for (int i = 1; i < STEPS.size() && depth(whole) > depthMax; i++) {
            step = STEPS.get(i);
            whole = fold(tree.root(), Set.of());
        }
        return whole;
    }

    private int depth(FlameCell cell) {
        int deepest = 0;
        for (FlameCell child : cell.children()) {
            if (child.before() >= costMin || child.after() >= costMin) {
                deepest = Math.max(deepest, depth(child));
            }
        }
        return deepest + 1;
    }

    /// @param inside the callouts that a caller already belongs to
    private FlameCell fold(CallTree.Node node, Set<Integer> inside) {
        List<Integer> marks =
                marking.marks(node).stream().filter(mark -> !inside.contains(mark)).toList();
        Set<Integer> within = new HashSet<>(inside);
        within.addAll(marks);
        List<CallTree.Node> run = marks.isEmpty() ? run(node, within) : List.of(node);
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
                    children.add(fold(child, within));
                }
            }
        }
        children.sort(DEAREST_FIRST);
        return new FlameCell(
                frames,
                marking.kind(node),
                marks,
                node.before().cost(),
                node.after().cost(),
                node.change,
                children);
    }

    /// The frames, from this one on, that are folded together; a single frame when nothing is
    /// folded.
    private List<CallTree.Node> run(CallTree.Node first, Set<Integer> inside) {
        List<CallTree.Node> run = new ArrayList<>();
        CallTree.@Nullable Node next = isFoldable(first, inside) ? first : null;
        while (next != null) {
            run.add(next);
            next = continuation(next, first, inside);
        }
        return run;
    }

    private CallTree.@Nullable Node continuation(
            CallTree.Node of, CallTree.Node first, Set<Integer> inside) {
        for (CallTree.Node child : of.children()) {
            boolean most =
                    child.before().cost() >= step.share * first.before().cost()
                            && child.after().cost() >= step.share * first.after().cost();
            if (most && marking.kind(child) == marking.kind(first) && isFoldable(child, inside)) {
                return child;
            }
        }
        return null;
    }

    private boolean isFoldable(CallTree.Node node, Set<Integer> inside) {
        FrameKind kind = marking.kind(node);
        return (step.ownToo || kind != FrameKind.OWN)
                && kind != FrameKind.TYPE
                && !node.isRoot()
                && inside.containsAll(marking.marks(node));
    }
}
