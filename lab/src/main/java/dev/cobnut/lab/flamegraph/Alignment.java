package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.stacks.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Puts code that only moved to its old place, so that it does not look like new code.
///
/// A new frame on the way, such as a filter that all requests pass through, gives all that it calls
/// another path. The graph would show every callee twice: gone from the old path, and new on the
/// other one. A frame that only one side has is therefore left out of a path that continues, behind
/// it, as a path of the other side does. Its own work stays where it is.
///
/// ```text
/// before   Chain.doFilter   Orders.place
/// after    Chain.doFilter   Timing.doFilter*   Chain.doFilter   Orders.place      as: Chain.doFilter   Orders.place
/// after    Chain.doFilter   Timing.doFilter*   System.nanoTime                    as it is
/// ```
final class Alignment {

    /// Frames between a path and its continuation.
    private static final int GAP_MAX = 8;

    /// The paths of one side, and the names of its frames.
    private static final class Paths {
        final Map<String, Paths> next = new HashMap<>();

        void add(List<String> stack) {
            Paths at = this;
            for (String frame : stack) {
                at = at.next.computeIfAbsent(frame, _ -> new Paths());
            }
        }
    }

    private final Paths before = new Paths();
    private final Paths after = new Paths();
    private final Set<String> framesBefore = new HashSet<>();
    private final Set<String> framesAfter = new HashSet<>();
    private final Set<String> skipped = new TreeSet<>();

    private Alignment() {}

    static Alignment of(FlameSide before, FlameSide after) {
        Alignment alignment = new Alignment();
        collect(before, alignment.before, alignment.framesBefore);
        collect(after, alignment.after, alignment.framesAfter);
        return alignment;
    }

    private static void collect(FlameSide side, Paths paths, Set<String> frames) {
        int[] columns = side.columns();
        side.stacks()
                .withoutEndpoints()
                .forEach((stack, counts) -> {
                    for (int column : columns) {
                        if (counts.get(column).samples() > 0) {
                            paths.add(stack);
                            frames.addAll(stack);
                            return;
                        }
                    }
                });
    }

    /// The frames that were left out, sorted.
    List<String> skipped() {
        return List.copyOf(skipped);
    }

    /// The path of a stack in the tree of both sides.
    List<String> path(List<String> stack, boolean ofBefore) {
        Set<String> others = ofBefore ? framesAfter : framesBefore;
        if (others.isEmpty() || others.containsAll(stack)) {
            return stack;
        }
        List<String> path = new ArrayList<>(stack.size());
        @Nullable Paths at = ofBefore ? after : before;
        for (int i = 0; i < stack.size(); i++) {
            String frame = stack.get(i);
            if (at != null && !at.next.containsKey(frame) && !others.contains(frame)) {
                int to = continuation(stack, i, at);
                skipped.addAll(
                        stack.subList(i, to).stream().filter(f -> !others.contains(f)).toList());
                i = to;
                frame = stack.get(i);
            }
            path.add(frame);
            at = at == null ? null : at.next.get(frame);
        }
        return path;
    }

    /// The index of the frame at which a path of the other side goes on; the same index when there
    /// is none.
    private static int continuation(List<String> stack, int from, Paths at) {
        for (int i = from + 1; i < Math.min(stack.size(), from + GAP_MAX); i++) {
            if (at.next.containsKey(stack.get(i))
                    && Origin.of(stack.get(i)) == Origin.APPLICATION) {
                return i;
            }
        }
        return from;
    }
}
