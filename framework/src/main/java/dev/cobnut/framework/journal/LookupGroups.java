package dev.cobnut.framework.journal;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Changes of lookups that wait, found by their group: an order costs a look into a hash table for
/// each of its groups, whatever else waits.
///
/// ```text
/// young    ──▶ lookup ──▶ group ──▶ items, sorted; each with true (put) or false (removed)
/// merging  ──▶ …                    what was young when a merge began
/// ```
///
/// Of an item that is in both, the young change counts. Readers see a change as soon as it is
/// added, and of a row that a transaction changes several times only the last one.
final class LookupGroups implements PendingRows.Memory<LookupChange> {

    /// A list passes over the removed rows that wait. So as many as this part of a merge's changes
    /// begin one.
    private static final int REMOVED_PART = 64;

    private static final Comparator<LookupChange> OF_A_GROUP =
            (one, other) -> LookupOrder.compareTexts(one.item(), other.item());

    private final int mergeAt;
    private final List<Undo> undo = new ArrayList<>();

    /// The young one, and then the one that is merged, if any.
    private volatile List<Generation> newestFirst = List.of(new Generation());

    private @Nullable Merge merge;

    /// @param mergeAt changes from which on they are merged
    LookupGroups(int mergeAt) {
        this.mergeAt = mergeAt;
    }

    /// Collects the changes that a journal has when it is opened. All of them are sorted together,
    /// which takes less than adding one transaction after the other.
    static final class Loading {

        private final Map<String, Map<String, List<LookupChange>>> lookups = new HashMap<>();

        /// Takes changes that were made after all before them.
        void add(List<LookupChange> changes) {
            for (LookupChange change : changes) {
                lookups.computeIfAbsent(change.lookup(), lookup -> new HashMap<>())
                        .computeIfAbsent(change.group(), group -> new ArrayList<>())
                        .add(change);
            }
        }

        /// @param mergeAt changes from which on they are merged
        LookupGroups end(int mergeAt) {
            LookupGroups loaded = new LookupGroups(mergeAt);
            for (Map<String, List<LookupChange>> groups : lookups.values()) {
                for (List<LookupChange> group : groups.values()) {
                    loaded.change(lastOfEach(group, OF_A_GROUP));
                }
            }
            loaded.committed();
            return loaded;
        }
    }

    /// A row of the table that is to be there, or not.
    record Row(String lookup, String group, String item, boolean isPut) {}

    /// What a group was before the open transaction.
    private record Undo(Map<String, LookupItems> groups, String group, LookupItems before) {}

    /// The changes between two merges.
    private static final class Generation {

        private final Map<String, Map<String, LookupItems>> lookups = new ConcurrentHashMap<>();
        private int changes;
        private int removed;

        private Map<String, LookupItems> groups(String lookup) {
            return lookups.computeIfAbsent(lookup, name -> new ConcurrentHashMap<>());
        }

        private @Nullable LookupItems items(String lookup, String group) {
            Map<String, LookupItems> groups = lookups.get(lookup);
            return groups == null ? null : groups.get(group);
        }

        private void replace(
                Map<String, LookupItems> groups, String group, LookupItems old, LookupItems by) {
            changes += by.size() - old.size();
            removed += by.removed() - old.removed();
            if (by.size() > 0) {
                groups.put(group, by);
            } else {
                groups.remove(group);
            }
        }
    }

    /// Goes over a generation in the order of the table.
    private static final class Merge {

        private final Generation generation;
        private final Queue<String> lookups;
        private String lookup = "";

        /// A heap, because sorting all of them at once would make a group of appends wait.
        private Queue<String> groups = sorted(List.of());

        private String group = "";
        private Iterator<LookupItems.Change> items = Collections.emptyIterator();

        /// Rows that are to be written next, or were written and not committed.
        private List<Row> piece = List.of();

        /// The open transaction has the piece.
        private boolean written;

        private Merge(Generation generation) {
            this.generation = generation;
            lookups = sorted(generation.lookups.keySet());
        }

        private static Queue<String> sorted(Collection<String> names) {
            Queue<String> sorted =
                    new PriorityQueue<>(Math.max(1, names.size()), LookupOrder::compareTexts);
            sorted.addAll(names);
            return sorted;
        }

        private boolean hasNext() {
            while (!items.hasNext()) {
                if (!groups.isEmpty()) {
                    group = groups.remove();
                    items = requireNonNull(generation.items(lookup, group), group).walk(null, true);
                } else if (!lookups.isEmpty()) {
                    lookup = lookups.remove();
                    groups = sorted(generation.groups(lookup).keySet());
                } else {
                    return false;
                }
            }
            return true;
        }

        private Row next() {
            LookupItems.Change change = items.next();
            return new Row(lookup, group, change.item(), change.isPut());
        }
    }

    /// Each group is replaced once, with all of its changes.
    @Override
    public void add(List<LookupChange> rows) {
        List<LookupChange> changes = lastOfEach(rows, LookupOrder::compare);
        int end;
        for (int from = 0; from < changes.size(); from = end) {
            end = endOfGroup(changes, from);
            change(changes.subList(from, end));
        }
    }

    private void change(List<LookupChange> ofOneGroup) {
        LookupChange first = ofOneGroup.getFirst();
        Generation young = newestFirst.getFirst();
        Map<String, LookupItems> groups = young.groups(first.lookup());
        LookupItems before = groups.getOrDefault(first.group(), LookupItems.NONE);
        LookupItems after = before.with(ofOneGroup);
        undo.add(new Undo(groups, first.group(), before));
        young.replace(groups, first.group(), before, after);
    }

    private static List<LookupChange> lastOfEach(
            List<LookupChange> rows, Comparator<LookupChange> order) {
        List<LookupChange> sorted = new ArrayList<>(rows);
        sorted.sort(order); // is stable, and quick where most are in their order
        List<LookupChange> last = new ArrayList<>(sorted.size());
        for (LookupChange change : sorted) {
            if (!last.isEmpty() && order.compare(last.getLast(), change) == 0) {
                last.removeLast();
            }
            last.add(change);
        }
        return last;
    }

    private static int endOfGroup(List<LookupChange> changes, int from) {
        LookupChange first = changes.get(from);
        int end = from + 1;
        while (end < changes.size() && isOfGroup(changes.get(end), first)) {
            end++;
        }
        return end;
    }

    private static boolean isOfGroup(LookupChange change, LookupChange first) {
        return change.group().equals(first.group()) && change.lookup().equals(first.lookup());
    }

    @Override
    public void committed() {
        undo.clear();
        if (merge != null && merge.written) {
            merge.piece = List.of();
            merge.written = false;
        }
    }

    /// The next piece of a merge is the one that was rolled back.
    @Override
    public void rolledBack() {
        if (merge != null) {
            merge.written = false;
        }
        Generation young = newestFirst.getFirst();
        for (Undo change : undo.reversed()) {
            Map<String, LookupItems> groups = change.groups;
            LookupItems after = requireNonNull(groups.get(change.group), change.group);
            young.replace(groups, change.group, after, change.before);
        }
        undo.clear();
    }

    @Override
    public boolean isDue() {
        Generation young = newestFirst.getFirst();
        return young.changes >= mergeAt || young.removed > mergeAt / REMOVED_PART;
    }

    @Override
    public void beginMerge() {
        Generation all = newestFirst.getFirst();
        merge = new Merge(all);
        newestFirst = List.of(new Generation(), all);
    }

    @Override
    public int write(SqliteStatements statements, int most) throws SQLException {
        Merge running = requireNonNull(merge, "no merge has begun");
        if (running.piece.isEmpty()) {
            List<Row> piece = new ArrayList<>();
            while (piece.size() < most && running.hasNext()) {
                piece.add(running.next());
            }
            running.piece = piece;
        }
        statements.apply(running.piece);
        running.written = true;
        return running.piece.size();
    }

    @Override
    public boolean isMerged() {
        return merge != null && merge.piece.isEmpty() && !merge.hasNext();
    }

    @Override
    public void dropMerged() {
        merge = null;
        newestFirst = newestFirst.subList(0, 1);
    }

    /// The change of an item: true when it is put, false when it is removed, null when there is
    /// none.
    @Nullable Boolean find(String lookup, String group, String item) {
        for (Generation generation : newestFirst) {
            LookupItems items = generation.items(lookup, group);
            Boolean change = items == null ? null : items.find(item);
            if (change != null) {
                return change;
            }
        }
        return null;
    }

    /// The changes of a part of a group, in its order; one of each item.
    Iterator<LookupItems.Change> changes(LookupRange range) {
        Iterator<LookupItems.Change> changes = null;
        for (Generation generation : newestFirst) {
            LookupItems items = generation.items(range.lookup(), range.group());
            if (items != null) {
                Iterator<LookupItems.Change> part = items.part(range);
                changes =
                        changes == null
                                ? part
                                : new LookupWalks.NewerCounts(changes, part, range.ascending());
            }
        }
        return changes == null ? Collections.emptyIterator() : changes;
    }
}
