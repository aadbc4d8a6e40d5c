package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.statistics.Correction;
import dev.cobnut.lab.statistics.Interval;
import dev.cobnut.lab.statistics.Places;
import dev.cobnut.lab.statistics.Welch;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The change of a node's cost and how certain it is over the runs.
///
/// The test is that of the tables, on the node's cost in each run. A difference of many nodes by
/// chance is expected, so the p values of all nodes are corrected together (Benjamini–Hochberg).
///
/// @param relative from -1, only before, to 1, only after
/// @param interval of the change relative to before; null when it is not bounded or not tested
/// @param chance the corrected p; NaN when there are not two runs on each side
record Change(double relative, @Nullable Interval interval, double chance) {

    static final Change NONE = new Change(0, null, 1);

    private static final int SAME = 0xDCDEE1;
    private static final int LESS = 0x5AA5F0;
    private static final int MORE = 0xF58A1F;

    /// From this corrected p on, nothing is coloured.
    private static final double CHANCE_MAX = 0.2;

    /// Smaller changes of a single run are not coloured.
    private static final double UNTESTED_MIN = 0.05;

    private static final double UNTESTED_OPACITY = 0.5;

    /// Decides the changes of the nodes that are large enough to be seen.
    ///
    /// @param places of the runs
    /// @param leastShare smaller nodes keep [#NONE]
    static void decide(CallTree tree, Places places, double leastShare) {
        double least =
                leastShare * Math.max(tree.root().before().cost(), tree.root().after().cost());
        List<CallTree.Node> nodes =
                tree.nodes().stream()
                        .filter(n -> n.before().cost() > least || n.after().cost() > least)
                        .toList();
        boolean tested =
                tree.root().before().costs.length > 1 && tree.root().after().costs.length > 1;
        List<Change> single = nodes.stream().map(node -> of(node, tested, places)).toList();
        double[] corrected =
                Correction.benjaminiHochberg(single.stream().mapToDouble(Change::chance).toArray());
        for (int i = 0; i < nodes.size(); i++) {
            Change change = single.get(i);
            nodes.get(i).change = new Change(change.relative, change.interval, corrected[i]);
        }
    }

    private static Change of(CallTree.Node node, boolean tested, Places places) {
        CallTree.Tally a = node.before();
        CallTree.Tally b = node.after();
        double relative = (b.cost() - a.cost()) / Math.max(a.cost(), b.cost());
        if (!tested) {
            return new Change(relative, null, Double.NaN);
        }
        double least = CallTree.leastVariance(a, b);
        Welch welch = Welch.of(a.costs, b.costs, least, least, places);
        return new Change(relative, welch.ratio(), welch.p());
    }

    /// The share of the graph of B that is coloured, from 0 to 1.
    static double coloured(CallTree tree) {
        double all = 0;
        double coloured = 0;
        for (CallTree.Node node : tree.nodes()) {
            all += node.after().cost();
            coloured += node.change.opacity() > 0 ? node.after().cost() : 0;
        }
        return all > 0 ? coloured / all : 0;
    }

    static String sentence(CallTree tree) {
        return tree.root().change.isTested()
                ? String.format(
                        Locale.ROOT,
                        "%.1f %% of the graph is coloured: changes beyond chance over the runs",
                        100 * coloured(tree))
                : "no verdict: one run each, the colours may be chance";
    }

    /// Unchanged, less and more, without paling.
    static List<Integer> colours() {
        return List.of(SAME, LESS, MORE);
    }

    boolean isTested() {
        return !Double.isNaN(chance);
    }

    /// Certainty as an opacity, from 0 to 1.
    double opacity() {
        if (!isTested()) {
            return Math.abs(relative) < UNTESTED_MIN ? 0 : UNTESTED_OPACITY;
        }
        return Math.max(0, 1 - chance / CHANCE_MAX);
    }

    /// Grey without a certain change; bluer or more orange with its size.
    int colour() {
        double strength = opacity() * (0.35 + 0.65 * Math.abs(relative));
        return mixed(SAME, relative < 0 ? LESS : MORE, strength);
    }

    private static int mixed(int from, int to, double share) {
        int colour = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int a = from >> shift & 255;
            int b = to >> shift & 255;
            // Steps of 4 keep the picture's palette small.
            colour |= ((int) Math.round(a + (b - a) * share) & ~3) << shift;
        }
        return colour;
    }
}
