package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.StackTable.Count;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;

/// A call tree in a compact text form for the page.
///
/// ```text
/// frames   entries "kind flags name" in lines; the first is RARE; kind is the id of a FrameKind;
///          flags: 1 the frame is in the hotspot
/// nodes    depth-first without the root, one per line: depth, frame, then the counts of stacks
///          that end there: samples and value before, samples and value after; numbers in base 36;
///          an empty number is 0, and at the end of a line it is left out;
///          values are divided by `unit`, and a value that equals its samples is left out
/// ```
///
/// Frames below a threshold on both sides are merged into one child `[rare]` of their parent.
/// Frames of the hotspot are kept, so that its total is exact. The threshold rises until the tree
/// is small enough.
final class PageData {

    static final String RARE = "[rare]";

    /// With more nodes the file would exceed 250 KB and the browser would be slow.
    private static final int NODES_MAX = 12_000;

    private static final double RARE_SHARE = 0.0001;

    /// Highest threshold: above it the page would be empty, so the tree may then exceed its size
    /// limit.
    private static final double RARE_SHARE_MAX = 0.01;

    private static final int RADIX = 36;

    private final Marking marking;
    private final CallTree tree;
    private final double rareShare;
    private final long unit;
    private final Map<String, Integer> frameNumbers = new HashMap<>();
    private final StringBuilder frames = new StringBuilder();
    private final StringBuilder nodes = new StringBuilder();
    private int nodeCount;

    private PageData(CallTree tree, Marking marking, double rareShare, long unit) {
        this.tree = tree;
        this.marking = marking;
        this.rareShare = rareShare;
        this.unit = unit;
        frameNumber(FrameKind.FOLDED + " ", RARE, FrameKind.FOLDED, false);
        writeChildren(tree.root(), 1);
    }

    static PageData of(CallTree tree, Marking marking) {
        long unit = unit(tree.root());
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

    /// The greatest common divisor of the values.
    long unit() {
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
        boolean hot = marking.isHot(node);
        int frame = frameNumber(kind + (hot ? " hot " : " "), node.frame(), kind, hot);
        line(depth, frame, node.before().self(), node.after().self());
        writeChildren(node, depth + 1);
    }

    private void writeChildren(CallTree.Node node, int depth) {
        Count before = new Count(0, 0);
        Count after = before;
        List<CallTree.Node> kept = new ArrayList<>();
        for (CallTree.Node child : node.children()) {
            if (isKept(child)) {
                kept.add(child);
            } else {
                before = before.plus(child.before().total());
                after = after.plus(child.after().total());
            }
        }
        kept.forEach(child -> write(child, depth));
        if (before.samples() > 0 || after.samples() > 0) {
            line(depth, 0, before, after);
        }
    }

    private boolean isKept(CallTree.Node node) {
        CallTree.Node root = tree.root();
        return node.before().total().value() > rareShare * root.before().total().value()
                || node.after().total().value() > rareShare * root.after().total().value()
                || hasHot(node);
    }

    private boolean hasHot(CallTree.Node node) {
        return marking.isHot(node) || node.children().stream().anyMatch(this::hasHot);
    }

    private int frameNumber(String prefix, String name, FrameKind kind, boolean hot) {
        return frameNumbers.computeIfAbsent(
                prefix + name,
                _ -> {
                    frames.append(kind.id()).append(' ').append(hot ? 1 : 0);
                    frames.append(' ').append(name).append('\n');
                    return frameNumbers.size();
                });
    }

    private void line(int depth, int frame, Count before, Count after) {
        nodeCount++;
        List<String> fields = new ArrayList<>();
        fields.add(Integer.toString(depth, RADIX));
        fields.add(Integer.toString(frame, RADIX));
        addCount(fields, before);
        addCount(fields, after);
        while (fields.getLast().isEmpty()) {
            fields.removeLast();
        }
        nodes.append(String.join(",", fields)).append('\n');
    }

    private void addCount(List<String> fields, Count count) {
        long value = count.value() / unit;
        fields.add(count.samples() == 0 ? "" : Long.toString(count.samples(), RADIX));
        fields.add(value == count.samples() ? "" : Long.toString(value, RADIX));
    }

    /// The greatest common divisor of all values.
    private static long unit(CallTree.Node root) {
        long unit = divisor(root, 0);
        return Math.max(1, unit);
    }

    private static long divisor(CallTree.Node node, long of) {
        long divisor = of;
        divisor = greatestCommon(divisor, node.before().self().value());
        divisor = greatestCommon(divisor, node.after().self().value());
        for (CallTree.Node child : node.children()) {
            divisor = greatestCommon(divisor, divisor(child, divisor));
        }
        return divisor;
    }

    private static long greatestCommon(long a, long b) {
        return b == 0 ? a : greatestCommon(b, a % b);
    }
}
