package dev.cobnut.framework.journal;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Changes of lookups in the order of their rows, one of each row. Immutable.
final class LookupRun implements PendingRuns.Run<LookupRun> {

    private final LookupChange[] changes;
    private final int removed;

    private LookupRun(LookupChange[] changes) {
        this.changes = changes;
        int removes = 0;
        for (LookupChange change : changes) {
            removes += change instanceof LookupChange.Remove ? 1 : 0;
        }
        removed = removes;
    }

    /// @param changes in the order in which they are to be applied; the last one of a row counts
    static LookupRun of(List<LookupChange> changes) {
        LookupChange[] sorted = changes.toArray(LookupChange[]::new);
        Arrays.sort(sorted, LookupOrder::compare); // stable
        int size = 0;
        for (LookupChange change : sorted) {
            if (size > 0 && LookupOrder.compare(sorted[size - 1], change) == 0) {
                size--;
            }
            sorted[size++] = change;
        }
        return new LookupRun(size == sorted.length ? sorted : Arrays.copyOf(sorted, size));
    }

    @Override
    public LookupRun and(LookupRun later) {
        LookupChange[] both = new LookupChange[size() + later.size()];
        int size = 0;
        int i = 0;
        int j = 0;
        while (i < size() && j < later.size()) {
            int order = LookupOrder.compare(changes[i], later.changes[j]);
            both[size++] = order < 0 ? changes[i] : later.changes[j];
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        while (i < size()) {
            both[size++] = changes[i++];
        }
        while (j < later.size()) {
            both[size++] = later.changes[j++];
        }
        return new LookupRun(size == both.length ? both : Arrays.copyOf(both, size));
    }

    @Override
    public int size() {
        return changes.length;
    }

    /// Changes that remove their row.
    int removed() {
        return removed;
    }

    /// @param from index of the first one, from 0
    /// @param limit most changes
    List<LookupChange> page(int from, int limit) {
        return Arrays.asList(changes).subList(from, Math.min(size(), from + limit));
    }

    /// @return null when no change is of this row
    @Nullable LookupChange find(String lookup, String group, String item) {
        int at = firstFrom(lookup, group, item);
        return at < size() && LookupOrder.compare(changes[at], lookup, group, item) == 0
                ? changes[at]
                : null;
    }

    /// The changes that lie in a range, in its order.
    Part part(LookupRange range) {
        String lookup = range.lookup();
        String group = range.group();
        String after = range.after();
        String before = range.before();
        // no text has a NUL: nothing lies between an item, or a group, and itself with a NUL
        int low = firstFrom(lookup, group, after == null ? "" : after + '\0');
        int high =
                before == null
                        ? firstFrom(lookup, group + '\0', "")
                        : firstFrom(lookup, group, before);
        if (low >= high) {
            return new Part(0, 0, 1);
        }
        return range.ascending() ? new Part(low, high, 1) : new Part(high - 1, low - 1, -1);
    }

    /// @return index of the first change whose row is this one or behind it
    private int firstFrom(String lookup, String group, String item) {
        int low = 0;
        int high = changes.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (LookupOrder.compare(changes[middle], lookup, group, item) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Goes over a part of the run.
    final class Part {

        private int at;
        private final int end;
        private final int step;

        private Part(int at, int end, int step) {
            this.at = at;
            this.end = end;
            this.step = step;
        }

        /// @return null at the end
        @Nullable LookupChange current() {
            return at == end ? null : changes[at];
        }

        void pass(String item) {
            if (at != end && changes[at].item().equals(item)) {
                at += step;
            }
        }
    }
}
