package dev.cobnut.framework.journal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// Changes of one group of a lookup, sorted by their items: a persistent B-tree. No node is ever
/// changed. New changes make new nodes on the way to their leaves, and share all others with the
/// tree of before. So any thread may read a tree, and a rollback puts the tree of before in its
/// place again.
abstract sealed class LookupItems {

    static final LookupItems NONE = new Leaf(new String[0], null);

    /// Most items of a leaf, and most children of an inner node.
    private static final int NODE_MAX = 64;

    /// A change of an item.
    record Change(String item, boolean isPut) {}

    /// Number of changes.
    abstract int size();

    /// Number of those that remove.
    abstract int removed();

    /// The smallest item. There is one.
    abstract String first();

    /// True when the item is put, false when it is removed, null when it has no change.
    abstract @Nullable Boolean find(String item);

    /// All changes behind an item, or all when it is null.
    abstract Iterator<Change> walk(@Nullable String start, boolean ascending);

    /// This node with further changes, divided when it becomes too large.
    ///
    /// @param changes sorted by their items; one of each item, at least one
    abstract LookupItems[] divided(List<LookupChange> changes);

    /// The tree with further changes. Of an item that has a change, the new one counts.
    ///
    /// @param changes sorted by their items; one of each item, at least one
    final LookupItems with(List<LookupChange> changes) {
        LookupItems[] nodes = divided(changes);
        while (nodes.length > 1) {
            nodes = Inner.over(nodes, true);
        }
        return nodes[0];
    }

    /// The changes of a part of the group, in its order.
    final Iterator<Change> part(LookupRange range) {
        boolean ascending = range.ascending();
        Iterator<Change> walk = walk(ascending ? range.after() : range.before(), ascending);
        String end = ascending ? range.before() : range.after();
        return end == null ? walk : new LookupWalks.Until(walk, end, ascending);
    }

    /// Where a node begins when some are divided into equal ones, or into full ones and the rest.
    private static int begin(int node, int nodes, int size, boolean full) {
        return full ? Math.min(size, node * NODE_MAX) : (int) ((long) size * node / nodes);
    }

    private static final class Leaf extends LookupItems {

        private final String[] items;

        /// True for each item that is removed; null when all are put.
        private final boolean @Nullable [] removed;

        private Leaf(String[] items, boolean @Nullable [] removed) {
            this.items = items;
            this.removed = removed;
        }

        private static Leaf of(String[] items, boolean[] removed, int from, int end) {
            boolean some = false;
            for (int i = from; i < end; i++) {
                some |= removed[i];
            }
            return new Leaf(
                    end - from == items.length ? items : Arrays.copyOfRange(items, from, end),
                    some ? Arrays.copyOfRange(removed, from, end) : null);
        }

        @Override
        int size() {
            return items.length;
        }

        @Override
        int removed() {
            if (removed == null) {
                return 0;
            }
            int number = 0;
            for (boolean gone : removed) {
                number += gone ? 1 : 0;
            }
            return number;
        }

        @Override
        String first() {
            return items[0];
        }

        private boolean isPut(int index) {
            return removed == null || !removed[index];
        }

        /// @return index of the item; `-(index of the next larger item) - 1` when it is not here
        private int indexOf(String item, int from) {
            int low = from;
            int high = items.length - 1;
            if (high >= 0 && LookupOrder.compareTexts(items[high], item) < 0) {
                return -items.length - 1; // most items come in their order
            }
            while (low <= high) {
                int middle = (low + high) >>> 1;
                int order = LookupOrder.compareTexts(items[middle], item);
                if (order == 0) {
                    return middle;
                } else if (order < 0) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return -low - 1;
        }

        @Override
        @Nullable Boolean find(String item) {
            int index = indexOf(item, 0);
            return index < 0 ? null : (Boolean) isPut(index);
        }

        @Override
        LookupItems[] divided(List<LookupChange> changes) {
            String[] all = new String[items.length + changes.size()];
            boolean[] gone = new boolean[all.length];
            int size = 0;
            int from = 0;
            for (LookupChange change : changes) {
                int index = indexOf(change.item(), from);
                int next = index < 0 ? -index - 1 : index;
                size = copy(from, next, all, gone, size);
                all[size] = change.item();
                gone[size++] = !change.isPut();
                from = index < 0 ? next : next + 1;
            }
            // Most items come in their order. So the leaves before the last one stay full.
            boolean full = from == items.length;
            size = copy(from, items.length, all, gone, size);
            LookupItems[] leaves = new LookupItems[Math.ceilDiv(size, NODE_MAX)];
            for (int i = 0; i < leaves.length; i++) {
                leaves[i] =
                        of(
                                all,
                                gone,
                                begin(i, leaves.length, size, full),
                                begin(i + 1, leaves.length, size, full));
            }
            return leaves;
        }

        /// @return number of items that are in the arrays then
        private int copy(int from, int end, String[] all, boolean[] gone, int size) {
            System.arraycopy(items, from, all, size, end - from);
            if (removed != null) {
                System.arraycopy(removed, from, gone, size, end - from);
            }
            return size + end - from;
        }

        @Override
        Iterator<Change> walk(@Nullable String start, boolean ascending) {
            int step = ascending ? 1 : -1;
            int index = ascending ? 0 : items.length - 1;
            if (start != null) {
                int found = indexOf(start, 0);
                index = found >= 0 ? found + step : ascending ? -found - 1 : -found - 2;
            }
            return new LeafWalk(index, step);
        }

        private final class LeafWalk implements Iterator<Change> {

            private final int step;
            private int index;

            private LeafWalk(int index, int step) {
                this.index = index;
                this.step = step;
            }

            @Override
            public boolean hasNext() {
                return index >= 0 && index < items.length;
            }

            @Override
            public Change next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                Change next = new Change(items[index], isPut(index));
                index += step;
                return next;
            }
        }
    }

    private static final class Inner extends LookupItems {

        private final LookupItems[] children;
        private final int size;
        private final int removed;

        private Inner(LookupItems[] children) {
            this.children = children;
            int changes = 0;
            int gone = 0;
            for (LookupItems child : children) {
                changes += child.size();
                gone += child.removed();
            }
            size = changes;
            removed = gone;
        }

        private static LookupItems[] over(LookupItems[] all, boolean full) {
            LookupItems[] nodes = new LookupItems[Math.ceilDiv(all.length, NODE_MAX)];
            for (int i = 0; i < nodes.length; i++) {
                int from = begin(i, nodes.length, all.length, full);
                int end = begin(i + 1, nodes.length, all.length, full);
                nodes[i] = new Inner(Arrays.copyOfRange(all, from, end));
            }
            return nodes;
        }

        @Override
        int size() {
            return size;
        }

        @Override
        int removed() {
            return removed;
        }

        @Override
        String first() {
            return children[0].first();
        }

        /// The last child whose first item is not larger, or the first one.
        private int childOf(String item, int from) {
            int low = from + 1;
            int high = children.length - 1;
            if (low > high || LookupOrder.compareTexts(children[high].first(), item) <= 0) {
                return high;
            }
            while (low <= high) {
                int middle = (low + high) >>> 1;
                if (LookupOrder.compareTexts(children[middle].first(), item) <= 0) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return low - 1;
        }

        @Override
        @Nullable Boolean find(String item) {
            return children[childOf(item, 0)].find(item);
        }

        @Override
        LookupItems[] divided(List<LookupChange> changes) {
            List<LookupItems> old = Arrays.asList(children);
            List<LookupItems> all = new ArrayList<>(children.length + 2);
            int at = 0;
            int from = 0;
            while (from < changes.size()) {
                int child = childOf(changes.get(from).item(), at);
                all.addAll(old.subList(at, child));
                at = child + 1;
                int end = at == children.length ? changes.size() : end(changes, from, at);
                all.addAll(Arrays.asList(children[child].divided(changes.subList(from, end))));
                from = end;
            }
            boolean full = at == children.length;
            all.addAll(old.subList(at, children.length));
            return over(all.toArray(LookupItems[]::new), full);
        }

        /// The first change that belongs to a child or one behind it.
        private int end(List<LookupChange> changes, int from, int child) {
            String first = children[child].first();
            int end = from + 1;
            while (end < changes.size()
                    && LookupOrder.compareTexts(changes.get(end).item(), first) < 0) {
                end++;
            }
            return end;
        }

        @Override
        Iterator<Change> walk(@Nullable String start, boolean ascending) {
            int child = ascending ? 0 : children.length - 1;
            return new InnerWalk(start == null ? child : childOf(start, 0), start, ascending);
        }

        private final class InnerWalk implements Iterator<Change> {

            private final boolean ascending;
            private int child;
            private Iterator<Change> inside;

            private InnerWalk(int child, @Nullable String start, boolean ascending) {
                this.child = child;
                this.ascending = ascending;
                inside = children[child].walk(start, ascending);
            }

            @Override
            public boolean hasNext() {
                while (!inside.hasNext()) {
                    int next = child + (ascending ? 1 : -1);
                    if (next < 0 || next >= children.length) {
                        return false;
                    }
                    child = next;
                    inside = children[child].walk(null, ascending);
                }
                return true;
            }

            @Override
            public Change next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return inside.next();
            }
        }
    }
}
