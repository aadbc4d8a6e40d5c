package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import dev.cobnut.lab.stacks.StackTable.Count;
import dev.cobnut.lab.stacks.Subsystems;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The union of the stacks of two profiles as a tree. Each node has the costs of both sides, even
/// when it occurs on one side only.
///
/// **What is outside.** Stacks of the compiler, the collector and the profiler are not in the tree,
/// and of elapsed time and locks neither are threads without work: those that wait for some, and
/// the JVM's own. Their costs are in [#outside]. They would be up to half of the width and say
/// nothing about the service.
///
/// **What is aligned.** See [Alignment]. Children are sorted by name.
///
/// **Endpoints.** A frame that names the endpoint of a stack is not in the tree. Its node has the
/// samples and costs of each endpoint's requests.
final class CallTree {

    private final ProfileEvent event;
    private final int runsBefore;
    private final int runsAfter;
    private final Node root;
    private final Map<String, Node> outside = new TreeMap<>();
    private final Map<String, FrameKind> kinds = new HashMap<>();
    private final Alignment alignment;

    private CallTree(ProfileEvent event, int runsBefore, int runsAfter, Alignment alignment) {
        this.event = event;
        this.runsBefore = runsBefore;
        this.runsAfter = runsAfter;
        this.alignment = alignment;
        root = new Node("all", null);
    }

    static CallTree of(FlameComparison comparison) {
        FlameSide before = comparison.before();
        FlameSide after = comparison.after();
        CallTree tree =
                new CallTree(
                        before.stacks().event(),
                        before.runs().size(),
                        after.runs().size(),
                        Alignment.of(before, after));
        boolean perRequest = comparison.isPerRequest();
        tree.add(before, before.weights(perRequest), true, comparison.subsystems());
        tree.add(after, after.weights(perRequest), false, comparison.subsystems());
        return tree;
    }

    ProfileEvent event() {
        return event;
    }

    /// The node for all stacks; its frame is `all`.
    Node root() {
        return root;
    }

    /// What is not in the tree: a node for each subsystem, most expensive first.
    List<Node> outside() {
        return outside.values().stream()
                .sorted(Comparator.comparingDouble(node -> -node.before.cost() - node.after.cost()))
                .toList();
    }

    /// Frames of one side that were left out of the way to frames of both.
    List<String> skipped() {
        return alignment.skipped();
    }

    private void add(FlameSide side, double[] weights, boolean before, Subsystems subsystems) {
        StackTable table = side.stacks();
        int[] columns = side.columns();
        table.forEach((frames, counts) -> {
            boolean named = StackTable.hasEndpoint(frames);
            List<String> stack = named ? frames.subList(1, frames.size()) : frames;
            double[] costs = new double[columns.length];
            long samples = 0;
            for (int i = 0; i < columns.length; i++) {
                Count count = counts.get(columns[i]);
                costs[i] = count.value() * weights[i];
                samples += count.samples();
            }
            if (samples > 0 || Arrays.stream(costs).anyMatch(cost -> cost > 0)) {
                String subsystem = outside(subsystems, stack);
                if (subsystem != null) {
                    outside.computeIfAbsent(subsystem, name -> new Node(name, null))
                            .add(List.of(), costs, samples, before);
                } else {
                    Node end = root.add(alignment.path(stack, before), costs, samples, before);
                    if (named) {
                        end.parts
                                .computeIfAbsent(frames.getFirst(), name -> new Node(name, null))
                                .add(List.of(), costs, samples, before);
                    }
                }
            }
        });
    }

    /// The name under which a stack is outside; null when it is in the tree.
    private @Nullable String outside(Subsystems subsystems, List<String> stack) {
        String subsystem = subsystems.exclusive(event, stack);
        if (Subsystems.NOT_OURS.contains(subsystem)) {
            return subsystem;
        }
        if (event == ProfileEvent.CPU || event == ProfileEvent.ALLOC) {
            return null;
        }
        boolean hasWork =
                !subsystem.equals(Subsystems.WAITING_FOR_WORK)
                        && stack.stream().anyMatch(FrameKind::isJava);
        return hasWork ? null : Subsystems.WAITING_FOR_WORK;
    }

    /// The costs and samples of one side.
    static final class Tally {

        /// In each run, of all stacks that pass through here.
        final double[] costs;

        /// The mean cost of stacks that end here.
        double self;

        long samples;
        long selfSamples;

        private Tally(int runs) {
            costs = new double[runs];
        }

        private void add(double[] more, long count) {
            for (int i = 0; i < costs.length; i++) {
                costs[i] += more[i];
            }
            samples += count;
        }

        /// The mean of the runs.
        double cost() {
            return mean(costs);
        }
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }

    /// The variance of a run's cost when its samples are a Poisson count at the common rate of both
    /// sides.
    static double leastVariance(Tally a, Tally b) {
        long samples = a.samples + b.samples;
        double cost = Arrays.stream(a.costs).sum() + Arrays.stream(b.costs).sum();
        double perSample = samples == 0 ? 0 : cost / samples;
        return perSample * perSample * samples / (a.costs.length + b.costs.length);
    }

    /// A frame with the path of frames that leads to it.
    final class Node {

        private final String frame;
        private final FrameKind kind;
        private final Tally before = new Tally(runsBefore);
        private final Tally after = new Tally(runsAfter);
        private final Map<String, Node> children = new TreeMap<>();
        private final Map<String, Node> parts = new TreeMap<>();
        private final @Nullable Node caller;
        Change change = Change.NONE;

        /// @param caller null for the root of the tree
        private Node(String frame, @Nullable Node caller) {
            this.frame = frame;
            this.kind = kinds.computeIfAbsent(frame, FrameKind::of);
            this.caller = caller;
        }

        /// @return the node where the stack ends
        private Node add(List<String> stack, double[] costs, long samples, boolean isBefore) {
            Node node = this;
            node.tally(isBefore).add(costs, samples);
            for (String name : stack) {
                Node parent = node;
                node = node.children.computeIfAbsent(name, child -> new Node(child, parent));
                node.tally(isBefore).add(costs, samples);
            }
            Tally tally = node.tally(isBefore);
            tally.self += mean(costs);
            tally.selfSamples += samples;
            return node;
        }

        private Tally tally(boolean isBefore) {
            return isBefore ? before : after;
        }

        boolean isRoot() {
            return caller == null;
        }

        String frame() {
            return frame;
        }

        /// The kind of the frame's code, also where the frame is a type.
        FrameKind kind() {
            return kind;
        }

        /// The calling frame; null at the root of the stack.
        @Nullable String caller() {
            return caller == null || caller.isRoot() ? null : caller.frame;
        }

        Tally before() {
            return before;
        }

        Tally after() {
            return after;
        }

        /// The stacks that end here and have an endpoint: a node with the frame of each endpoint.
        Collection<Node> parts() {
            return Collections.unmodifiableCollection(parts.values());
        }

        Collection<Node> children() {
            return Collections.unmodifiableCollection(children.values());
        }
    }

    /// All nodes, depth first, starting with the root.
    List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        walk(root, nodes);
        return nodes;
    }

    static void walk(Node node, List<Node> into) {
        into.add(node);
        node.children.values().forEach(child -> walk(child, into));
    }
}
