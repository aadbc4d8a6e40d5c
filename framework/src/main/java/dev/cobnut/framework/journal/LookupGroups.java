package dev.cobnut.framework.journal;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Changes of lookups that wait, found by their group: an order costs a look into a hash table for
/// each of its groups, whatever else waits.
///
/// ```text
/// young    ──▶ group ──▶ items, sorted; each with true (put) or false (removed)
/// merging  ──▶ …         what was young when a merge began
/// ```
///
/// Of an item that is in both, the young change counts. Readers see a change as soon as it is
/// added, and of a row that a transaction changes several times only the last one.
final class LookupGroups implements PendingRows.Memory<LookupChange> {

    /// A list passes over the removed rows that wait. So as many as this part of a merge's changes
    /// begin one.
    private static final int REMOVED_PART = 64;

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
    /// which takes less than adding one after the other.
    static final class Loading {

        private final Map<Group, List<LookupItems.Change>> groups = new HashMap<>();

        /// Takes changes that were made after all before them.
        void add(List<LookupChange> changes) {
            for (LookupChange change : changes) {
                groups.computeIfAbsent(Group.of(change), group -> new ArrayList<>())
                        .add(new LookupItems.Change(change.item(), isPut(change)));
            }
        }

        /// @param mergeAt changes from which on they are merged
        LookupGroups end(int mergeAt) {
            LookupGroups loaded = new LookupGroups(mergeAt);
            Generation young = loaded.newestFirst.getFirst();
            groups.forEach((group, changes) -> {
                LookupItems items = LookupItems.of(changes);
                young.put(group, items);
                items.all().forEachRemaining(change -> young.count(change.isPut(), 1));
            });
            return loaded;
        }
    }

    private static boolean isPut(LookupChange change) {
        return change instanceof LookupChange.Put;
    }

    private record Group(String lookup, String name) {

        static final Comparator<Group> ORDER =
                Comparator.comparing(Group::lookup, LookupOrder::compareTexts)
                        .thenComparing(Group::name, LookupOrder::compareTexts);

        static Group of(LookupChange change) {
            return new Group(change.lookup(), change.group());
        }
    }

    private record Key(Group group, String item) {}

    /// A row of the table that is to be there, or not.
    record Row(String lookup, String group, String item, boolean isPut) {}

    /// A change of the open transaction, and what was before it.
    private record Undo(LookupItems items, String item, boolean isPut, LookupItems.Before before) {}

    /// The changes between two merges.
    private static final class Generation {

        private final Map<Group, LookupItems> groups = new ConcurrentHashMap<>();

        /// The same in the order of the table; for the writer's thread.
        private final NavigableMap<Group, LookupItems> sorted = new TreeMap<>(Group.ORDER);

        private int changes;
        private int removed;

        private LookupItems itemsOf(Group group) {
            LookupItems items = groups.get(group);
            if (items == null) {
                items = new LookupItems();
                put(group, items);
            }
            return items;
        }

        private void put(Group group, LookupItems items) {
            groups.put(group, items);
            sorted.put(group, items);
        }

        private void count(boolean isPut, int times) {
            changes += times;
            removed += isPut ? 0 : times;
        }

        private void count(LookupItems.Before before, int times) {
            if (before != LookupItems.Before.ABSENT) {
                count(before == LookupItems.Before.PUT, times);
            }
        }
    }

    /// Goes over a generation in the order of the table.
    private static final class Merge {

        private final Iterator<Map.Entry<Group, LookupItems>> groups;
        private @Nullable Group group;
        private Iterator<LookupItems.Change> items = Collections.emptyIterator();

        /// Rows that are to be written next, or were written and not committed.
        private List<Row> piece = List.of();

        /// The open transaction has the piece.
        private boolean written;

        private Merge(Generation generation) {
            groups = generation.sorted.entrySet().iterator();
        }

        private boolean hasNext() {
            while (!items.hasNext() && groups.hasNext()) {
                Map.Entry<Group, LookupItems> next = groups.next();
                group = next.getKey();
                items = next.getValue().all();
            }
            return items.hasNext();
        }

        private Row next() {
            Group of = requireNonNull(group);
            LookupItems.Change change = items.next();
            return new Row(of.lookup, of.name, change.item(), change.isPut());
        }
    }

    @Override
    public void add(List<LookupChange> rows) {
        Map<Key, Boolean> last = LinkedHashMap.newLinkedHashMap(rows.size());
        for (LookupChange change : rows) {
            last.put(new Key(Group.of(change), change.item()), isPut(change));
        }
        Generation young = newestFirst.getFirst();
        last.forEach((key, isPut) -> {
            LookupItems items = young.itemsOf(key.group);
            LookupItems.Before before = items.change(key.item, isPut);
            young.count(before, -1);
            young.count(isPut, 1);
            undo.add(new Undo(items, key.item, isPut, before));
        });
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
            change.items.takeBack(change.item, change.before);
            young.count(change.isPut, -1);
            young.count(change.before, 1);
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
        Group key = new Group(lookup, group);
        for (Generation generation : newestFirst) {
            LookupItems items = generation.groups.get(key);
            Boolean change = items == null ? null : items.find(item);
            if (change != null) {
                return change;
            }
        }
        return null;
    }

    /// The changes of a part of a group, in its order; one of each item.
    Iterator<LookupItems.Change> changes(LookupRange range) {
        Group key = new Group(range.lookup(), range.group());
        Iterator<LookupItems.Change> changes = null;
        for (Generation generation : newestFirst) {
            LookupItems items = generation.groups.get(key);
            if (items != null) {
                Iterator<LookupItems.Change> part = items.part(range);
                changes =
                        changes == null
                                ? part
                                : LookupItems.newerCounts(changes, part, range.ascending());
            }
        }
        return changes == null ? Collections.emptyIterator() : changes;
    }
}
