package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.Subsystems;
import dev.cobnut.lab.statistics.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// The tooltips of a picture's cells: names, and costs with the certainty of their change.
final class Tips {

    private static final int FRAMES_MAX = 4;

    private Tips() {}

    static String of(FlameComparison comparison, FlamePanel.Placed placed) {
        FlameCell cell = placed.cell();
        return names(cell.frames())
                + (placed.others() == 0 ? "" : "\nand " + placed.others() + " narrower")
                + "\n"
                + costs(comparison, cell);
    }

    private static String names(List<String> frames) {
        if (frames.size() == 1) {
            return frames.getFirst();
        }
        List<String> brief = frames.stream().map(FrameName::brief).toList();
        int last = brief.size() - FRAMES_MAX / 2;
        return brief.size() <= FRAMES_MAX
                ? String.join("\n", brief)
                : "%s\n\u2026 %d more \u2026\n%s"
                        .formatted(
                                String.join("\n", brief.subList(0, FRAMES_MAX / 2)),
                                last - FRAMES_MAX / 2,
                                String.join("\n", brief.subList(last, brief.size())));
    }

    private static String costs(FlameComparison comparison, FlameCell cell) {
        if (comparison.isSingle()) {
            return amount(comparison, cell.before()) + per(comparison);
        }
        Change change = cell.change();
        Interval interval = change.interval();
        String range =
                interval == null
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                " [%+.0f, %+.0f]%s",
                                100 * interval.low(),
                                100 * interval.high(),
                                change.opacity() > 0 ? "" : ", may be chance");
        return "%s \u2192 %s%s%s%s"
                .formatted(
                        amount(comparison, cell.before()),
                        amount(comparison, cell.after()),
                        per(comparison),
                        relative(cell),
                        range);
    }

    private static String relative(FlameCell cell) {
        if (cell.before() <= 0) {
            return ", only in B";
        }
        if (cell.after() <= 0) {
            return ", only in A";
        }
        return String.format(Locale.ROOT, ", %+.1f %%", 100 * (cell.after() / cell.before() - 1));
    }

    /// What is not in the graph, in words; may be empty.
    ///
    /// @param both true for the costs of both sides, otherwise those of one
    static String outside(FlameComparison comparison, CallTree tree, boolean both, boolean before) {
        List<String> words = new ArrayList<>();
        for (CallTree.Node node : tree.outside()) {
            String a = amount(comparison, node.before().cost());
            String b = amount(comparison, node.after().cost());
            words.add(title(node.frame()) + " " + (both ? a + " \u2192 " + b : before ? a : b));
        }
        return words.isEmpty() ? "" : "outside the width: " + String.join(", ", words);
    }

    /// What only A has, beyond chance: it has no width in the differential. May be empty.
    static String vanished(FlameComparison comparison, CallTree tree) {
        List<CallTree.Node> gone = new ArrayList<>();
        vanished(tree.root(), gone);
        return gone.stream()
                .max(Comparator.comparingDouble(node -> node.before().cost()))
                .map(node ->
                        "only in A, so without width: %s%s with all that it calls, most of it %s"
                                .formatted(
                                        amount(
                                                comparison,
                                                gone.stream()
                                                        .mapToDouble(n -> n.before().cost())
                                                        .sum()),
                                        per(comparison),
                                        FrameName.brief(node.frame())))
                .orElse("");
    }

    private static void vanished(CallTree.Node node, List<CallTree.Node> into) {
        if (node.after().samples > 0) {
            node.children().forEach(child -> vanished(child, into));
        } else if (node.change.opacity() > 0) {
            into.add(node);
        }
    }

    /// A reader's name of a subsystem that is outside.
    static String title(String subsystem) {
        return switch (subsystem) {
            case "jit" -> "compiler";
            case "gc" -> "collector";
            case Subsystems.WAITING_FOR_WORK -> "threads without work";
            default -> subsystem;
        };
    }

    private static String per(FlameComparison comparison) {
        return " per " + (comparison.isPerRequest() ? comparison.per() : "second");
    }

    private static String amount(FlameComparison comparison, double cost) {
        CostUnit unit = CostUnit.of(comparison.before().stacks().event(), cost);
        double value = cost / unit.perUnit();
        return String.format(
                Locale.ROOT,
                value >= 100 || value == 0 ? "%.0f %s" : "%.3g %s",
                value,
                unit.name());
    }
}
