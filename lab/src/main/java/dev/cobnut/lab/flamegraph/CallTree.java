package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import dev.cobnut.lab.stacks.StackTable.Count;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The union of the stacks of two profiles as a tree. Each node has the counts of both sides, even
/// when it occurs on one side only.
///
/// The tree does not change after it is built. Children are sorted by name.
final class CallTree {

    private final ProfileEvent event;
    private final Node root = new Node("all", null);

    private CallTree(ProfileEvent event) {
        this.event = event;
    }

    public static CallTree of(FlameSide before, FlameSide after) {
        return of(before.stacks(), before.runs(), after.stacks(), after.runs());
    }

    /// @param beforeRuns columns that are summed up as "before"; `afterRuns` likewise
    public static CallTree of(
            StackTable before, List<String> beforeRuns, StackTable after, List<String> afterRuns) {
        CallTree tree = new CallTree(before.event());
        tree.add(before, beforeRuns, true);
        tree.add(after, afterRuns, false);
        return tree;
    }

    public ProfileEvent event() {
        return event;
    }

    /// The node for all stacks; its frame is `all`.
    public Node root() {
        return root;
    }

    private void add(StackTable table, List<String> runs, boolean before) {
        int[] columns = runs.stream().mapToInt(table.runs()::indexOf).toArray();
        table.forEach((stack, counts) -> {
            Count sum = new Count(0, 0);
            for (int column : columns) {
                Count count = counts.get(column);
                sum = sum.plus(count);
            }
            if (sum.samples() > 0 || sum.value() > 0) {
                root.add(stack, sum, before);
            }
        });
    }

    /// The samples and values of one side.
    public static final class Tally {

        private long selfSamples;
        private long selfValue;
        private long totalSamples;
        private long totalValue;

        private Tally() {}

        private void addTotal(Count count) {
            totalSamples += count.samples();
            totalValue += count.value();
        }

        private void addSelf(Count count) {
            selfSamples += count.samples();
            selfValue += count.value();
        }

        /// The count of stacks that end here.
        public Count self() {
            return new Count(selfSamples, selfValue);
        }

        /// The count of all stacks that pass through here.
        public Count total() {
            return new Count(totalSamples, totalValue);
        }

        boolean isEmpty() {
            return totalSamples == 0 && totalValue == 0;
        }
    }

    /// A frame with the path of frames that leads to it.
    public static final class Node {

        private final String frame;
        private final Tally before = new Tally();
        private final Tally after = new Tally();
        private final Map<String, Node> children = new TreeMap<>();

        private final @Nullable Node caller;

        /// @param caller null for the root of the tree
        private Node(String frame, @Nullable Node caller) {
            this.frame = frame;
            this.caller = caller;
        }

        private void add(List<String> stack, Count count, boolean isBefore) {
            Node node = this;
            node.tally(isBefore).addTotal(count);
            for (String name : stack) {
                node = node.child(name);
                node.tally(isBefore).addTotal(count);
            }
            node.tally(isBefore).addSelf(count);
        }

        private Node child(String name) {
            return children.computeIfAbsent(name, child -> new Node(child, this));
        }

        private Tally tally(boolean isBefore) {
            return isBefore ? before : after;
        }

        boolean isRoot() {
            return caller == null;
        }

        public String frame() {
            return frame;
        }

        /// The calling frame; null at the root of the stack.
        @Nullable String caller() {
            return caller == null || caller.isRoot() ? null : caller.frame;
        }

        public Tally before() {
            return before;
        }

        public Tally after() {
            return after;
        }

        public Collection<Node> children() {
            return Collections.unmodifiableCollection(children.values());
        }

        /// True when the node occurs only after the change.
        public boolean isNew() {
            return before.isEmpty() && !after.isEmpty();
        }

        /// True when the node occurs only before the change.
        public boolean isVanished() {
            return after.isEmpty() && !before.isEmpty();
        }
    }

    /// All nodes, depth first, starting with the root.
    public List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        walk(root, nodes);
        return nodes;
    }

    private static void walk(Node node, List<Node> into) {
        into.add(node);
        node.children.values().forEach(child -> walk(child, into));
    }
}
