package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.statistics.Interval;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.Deflater;

/// A call tree in a compact text form for the page.
///
/// ```text
/// frames   entries "kind marks name" in lines; the first is RARE; kind is the id of a FrameKind;
///          marks: the sum of 1, 2, 4 … for the callouts that point at the frame
/// nodes    depth-first without the root, one per line: depth, frame; then of the stacks that end
///          there: samples and cost before, samples and cost after; then of the change: opacity
///          from 0 to 9, low and high end of its interval in percent; numbers in base 36; an empty
///          number is 0, and at the end of a line it is left out; costs are in parts of
///          1/COST_PARTS of the dearer side. Lines of the depth 0 follow a node: the frame names an
///          endpoint, and the numbers are those of its requests
/// ```
///
/// Frames below a threshold on both sides are merged into one child `[rare]` of their parent.
/// Frames that a callout points at are kept, so that their totals are exact. The threshold rises
/// until the tree is small enough.
final class PageData {

    static final String NAME_OF_RARE = "[rare]";

    /// The costs of the page have this resolution.
    static final double COST_PARTS = 1e7;

    /// With more nodes the file would exceed 250 KB and the browser would be slow.
    private static final int NODES_MAX = 9_000;

    private static final double RARE_SHARE = 0.0001;

    /// Highest threshold: above it the page would be empty, so the tree may then exceed its size
    /// limit.
    private static final double RARE_SHARE_MAX = 0.01;

    private static final int RADIX = 36;

    private static final double PERCENT_MAX = 9999;

    private final Marking marking;
    private final CallTree tree;
    private final double rareShare;
    private final double unit;
    private final Map<String, Integer> frameNumbers = new HashMap<>();
    private final StringBuilder frames = new StringBuilder();
    private final StringBuilder nodes = new StringBuilder();
    private int nodeCount;

    private PageData(CallTree tree, Marking marking, double rareShare, double unit) {
        this.tree = tree;
        this.marking = marking;
        this.rareShare = rareShare;
        this.unit = unit;
        int _ = frameNumber(FrameKind.RARE, 0, NAME_OF_RARE);
        writeChildren(tree.root(), 1);
    }

    static PageData of(CallTree tree, Marking marking) {
        double most = Math.max(tree.root().before().cost(), tree.root().after().cost());
        double unit = most > 0 ? most / COST_PARTS : 1;
        double share = RARE_SHARE;
        PageData data = new PageData(tree, marking, share, unit);
        while (data.nodeCount > NODES_MAX && share < RARE_SHARE_MAX) {
            share *= 1.5;
            data = new PageData(tree, marking, share, unit);
        }
        return data;
    }

    /// The threshold, from 0 to 1: frames below it on both sides were merged.
    double rareShare() {
        return rareShare;
    }

    /// The cost of one part.
    double unit() {
        return unit;
    }

    int nodeCount() {
        return nodeCount;
    }

    String text() {
        return frames + "\n" + nodes;
    }

    /// The text, deflated without a header, in base 64.
    String packed() {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        deflater.setInput(text().getBytes(StandardCharsets.UTF_8));
        deflater.finish();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        while (!deflater.finished()) {
            packed.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }

    private void write(CallTree.Node node, int depth) {
        FrameKind kind = marking.kind(node);
        int marks = marking.marks(node).stream().mapToInt(mark -> 1 << mark).sum();
        Change change = node.change;
        Interval interval = change.interval();
        long opacity = Math.round(9 * change.opacity());
        line(
                depth,
                frameNumber(kind, marks, node.frame()),
                node.before().selfSamples,
                node.before().self,
                node.after().selfSamples,
                node.after().self,
                opacity,
                interval == null ? 0 : percent(interval.low()),
                interval == null ? 0 : percent(interval.high()));
        writeParts(List.of(node));
        writeChildren(node, depth + 1);
    }

    private static long percent(double fraction) {
        return Math.round(Math.min(PERCENT_MAX, 100 * fraction));
    }

    private void writeChildren(CallTree.Node node, int depth) {
        long[] samples = new long[2];
        double[] costs = new double[2];
        List<CallTree.Node> rare = new ArrayList<>();
        List<CallTree.Node> kept = new ArrayList<>();
        for (CallTree.Node child : node.children()) {
            if (isKept(child)) {
                kept.add(child);
            } else {
                samples[0] += child.before().samples;
                costs[0] += child.before().cost();
                samples[1] += child.after().samples;
                costs[1] += child.after().cost();
                CallTree.walk(child, rare);
            }
        }
        kept.forEach(child -> write(child, depth));
        if (samples[0] > 0 || samples[1] > 0) {
            line(depth, 0, samples[0], costs[0], samples[1], costs[1], 0, 0, 0);
            writeParts(rare);
        }
    }

    /// The endpoints of the stacks that end in these nodes.
    private void writeParts(List<CallTree.Node> ends) {
        Map<String, double[]> sums = new TreeMap<>();
        ends.stream()
                .flatMap(node -> node.parts().stream())
                .forEach(part -> {
                    double[] sum = sums.computeIfAbsent(part.frame(), _ -> new double[4]);
                    sum[0] += part.before().samples;
                    sum[1] += part.before().cost();
                    sum[2] += part.after().samples;
                    sum[3] += part.after().cost();
                });
        sums.forEach((endpoint, sum) -> {
            int frame = frameNumber(FrameKind.NATIVE, 0, endpoint);
            line(0, frame, (long) sum[0], sum[1], (long) sum[2], sum[3], 0, 0, 0);
        });
    }

    private boolean isKept(CallTree.Node node) {
        CallTree.Node root = tree.root();
        return node.before().cost() > rareShare * root.before().cost()
                || node.after().cost() > rareShare * root.after().cost()
                || hasMark(node);
    }

    private boolean hasMark(CallTree.Node node) {
        return !marking.marks(node).isEmpty() || node.children().stream().anyMatch(this::hasMark);
    }

    private int frameNumber(FrameKind kind, int marks, String name) {
        String line = kind.id() + ' ' + marks + ' ' + name + '\n';
        return frameNumbers.computeIfAbsent(
                line,
                _ -> {
                    frames.append(line);
                    return frameNumbers.size();
                });
    }

    private void line(
            int depth,
            int frame,
            long samplesBefore,
            double before,
            long samplesAfter,
            double after,
            long opacity,
            long low,
            long high) {
        nodeCount++; // lines of endpoints count, too, because they take as much space
        long[] numbers = {
            samplesBefore,
            Math.round(before / unit),
            samplesAfter,
            Math.round(after / unit),
            opacity,
            low,
            high
        };
        List<String> fields = new ArrayList<>();
        fields.add(Integer.toString(depth, RADIX));
        fields.add(Integer.toString(frame, RADIX));
        for (long number : numbers) {
            fields.add(number == 0 ? "" : Long.toString(number, RADIX));
        }
        while (fields.getLast().isEmpty()) {
            fields.removeLast();
        }
        nodes.append(String.join(",", fields)).append('\n');
    }
}
