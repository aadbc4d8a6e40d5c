package dev.cobnut.framework.journal;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// Changes of one group of a lookup, sorted by their items: a list of chunks. One thread writes,
/// any thread reads.
///
/// A chunk is not changed but replaced, so an item costs a copy of one chunk, wherever it belongs;
/// mostly it is the last one. A reader sees all changes that were made before it began, and perhaps
/// later ones.
final class LookupItems {

    /// Most items of a chunk: the bits of a `long`.
    private static final int CHUNK_MAX = Long.SIZE;

    private static final VarHandle CHUNK = MethodHandles.arrayElementVarHandle(Chunk[].class);

    /// What an item had before a change.
    enum Before {
        ABSENT,
        PUT,
        REMOVED
    }

    /// Immutable.
    private static final class Chunk {

        private final String[] items;

        /// Bit i is set when item i is removed.
        private final long removed;

        private Chunk(String[] items, long removed) {
            this.items = items;
            this.removed = removed;
        }

        static Chunk of(List<Change> sorted) {
            String[] items = new String[sorted.size()];
            long removed = 0;
            for (int i = 0; i < items.length; i++) {
                Change change = sorted.get(i);
                items[i] = change.item;
                removed |= change.isPut ? 0 : 1L << i;
            }
            return new Chunk(items, removed);
        }

        /// @return index of the item; `-(index of the next larger item) - 1` when it is not here
        int find(String item) {
            int low = 0;
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

        boolean isPut(int index) {
            return ((removed >>> index) & 1) == 0;
        }

        Chunk withChange(int index, boolean isPut) {
            long bit = 1L << index;
            return new Chunk(items, isPut ? removed & ~bit : removed | bit);
        }

        Chunk withItem(int index, String item, boolean isPut) {
            String[] more = new String[items.length + 1];
            System.arraycopy(items, 0, more, 0, index);
            more[index] = item;
            System.arraycopy(items, index, more, index + 1, items.length - index);
            long smaller = removed & lowest(index);
            long larger = index == Long.SIZE - 1 ? 0 : (removed & ~lowest(index)) << 1;
            return new Chunk(more, smaller | larger).withChange(index, isPut);
        }

        Chunk withoutItem(int index) {
            String[] fewer = new String[items.length - 1];
            System.arraycopy(items, 0, fewer, 0, index);
            System.arraycopy(items, index + 1, fewer, index, fewer.length - index);
            long larger = index == Long.SIZE - 1 ? 0 : (removed & ~lowest(index + 1)) >>> 1;
            return new Chunk(fewer, (removed & lowest(index)) | larger);
        }

        Chunk part(int from, int end) {
            return new Chunk(
                    Arrays.copyOfRange(items, from, end), (removed >>> from) & lowest(end - from));
        }

        private static long lowest(int bits) {
            return bits == Long.SIZE ? -1 : (1L << bits) - 1;
        }
    }

    /// In their order. Only the first one may be empty. [#chunk] reads one, and [#replace] writes
    /// one.
    private volatile Chunk[] chunks = {new Chunk(new String[0], 0)};

    /// @param changes in the order in which they were made; of an item's changes the last one
    ///   counts
    static LookupItems of(List<Change> changes) {
        List<Change> sorted = lastOfEachItem(changes);
        int chunks = Math.max(1, Math.ceilDiv(sorted.size(), CHUNK_MAX));
        Chunk[] all = new Chunk[chunks];
        for (int at = 0; at < chunks; at++) {
            int from = at * CHUNK_MAX;
            all[at] = Chunk.of(sorted.subList(from, Math.min(sorted.size(), from + CHUNK_MAX)));
        }
        LookupItems items = new LookupItems();
        items.chunks = all;
        return items;
    }

    private static List<Change> lastOfEachItem(List<Change> changes) {
        List<Change> sorted = new ArrayList<>(changes);
        sorted.sort(Change.ORDER); // is stable, and quick where most are in their order
        List<Change> last = new ArrayList<>(sorted.size());
        for (Change change : sorted) {
            if (!last.isEmpty() && Change.ORDER.compare(last.getLast(), change) == 0) {
                last.removeLast();
            }
            last.add(change);
        }
        return last;
    }

    private static Chunk chunk(Chunk[] all, int at) {
        return (Chunk) CHUNK.getVolatile(all, at);
    }

    private static void replace(Chunk[] all, int at, Chunk by) {
        CHUNK.setVolatile(all, at, by);
    }

    /// Puts or removes an item.
    Before change(String item, boolean isPut) {
        Chunk[] all = chunks;
        int at = chunkOf(all, item);
        Chunk chunk = chunk(all, at);
        int index = chunk.find(item);
        if (index >= 0) {
            Before before = chunk.isPut(index) ? Before.PUT : Before.REMOVED;
            replace(all, at, chunk.withChange(index, isPut));
            return before;
        }
        if (chunk.items.length < CHUNK_MAX) {
            replace(all, at, chunk.withItem(-index - 1, item, isPut));
        } else {
            insertInto(all, at, -index - 1, item, isPut);
        }
        return Before.ABSENT;
    }

    /// Divides a full chunk. At its end it stays full, because most items come in their order.
    private void insertInto(Chunk[] all, int at, int index, String item, boolean isPut) {
        Chunk full = chunk(all, at);
        int first = index == CHUNK_MAX ? CHUNK_MAX : CHUNK_MAX / 2;
        Chunk left = full.part(0, first);
        Chunk right = full.part(first, CHUNK_MAX);
        if (index < first) {
            left = left.withItem(index, item, isPut);
        } else {
            right = right.withItem(index - first, item, isPut);
        }
        Chunk[] more = new Chunk[all.length + 1];
        System.arraycopy(all, 0, more, 0, at);
        more[at] = left;
        more[at + 1] = right;
        System.arraycopy(all, at + 1, more, at + 2, all.length - at - 1);
        chunks = more;
    }

    /// Takes the last change of an item back.
    void takeBack(String item, Before before) {
        Chunk[] all = chunks;
        int at = chunkOf(all, item);
        Chunk chunk = chunk(all, at);
        int index = chunk.find(item);
        if (before != Before.ABSENT) {
            replace(all, at, chunk.withChange(index, before == Before.PUT));
        } else if (chunk.items.length > 1 || at == 0) {
            replace(all, at, chunk.withoutItem(index));
        } else {
            Chunk[] fewer = new Chunk[all.length - 1];
            System.arraycopy(all, 0, fewer, 0, at);
            System.arraycopy(all, at + 1, fewer, at, fewer.length - at);
            chunks = fewer;
        }
    }

    /// True when the item is put, false when it is removed, null when it has no change.
    @Nullable Boolean find(String item) {
        Chunk[] all = chunks;
        Chunk chunk = chunk(all, chunkOf(all, item));
        int index = chunk.find(item);
        return index < 0 ? null : (Boolean) chunk.isPut(index);
    }

    /// The last chunk whose first item is not larger, or the first one.
    private static int chunkOf(Chunk[] all, String item) {
        int low = 1;
        int high = all.length - 1;
        if (high == 0 || LookupOrder.compareTexts(chunk(all, high).items[0], item) <= 0) {
            return high;
        }
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (LookupOrder.compareTexts(chunk(all, middle).items[0], item) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return low - 1;
    }

    /// A change of an item.
    record Change(String item, boolean isPut) {

        private static final Comparator<Change> ORDER =
                (one, other) -> LookupOrder.compareTexts(one.item, other.item);
    }

    Iterator<Change> all() {
        return new Part(chunks, null, null, true);
    }

    /// The changes of a part of the group, in its order.
    Iterator<Change> part(LookupRange range) {
        return new Part(chunks, range.after(), range.before(), range.ascending());
    }

    private static final class Part implements Iterator<Change> {

        private final Chunk[] all;
        private final @Nullable String end;
        private final int step;
        private int at;
        private Chunk chunk;
        private int index;

        private Part(
                Chunk[] all, @Nullable String after, @Nullable String before, boolean ascending) {
            this.all = all;
            String start = ascending ? after : before;
            end = ascending ? before : after;
            step = ascending ? 1 : -1;
            at = start != null ? chunkOf(all, start) : ascending ? 0 : all.length - 1;
            chunk = chunk(all, at);
            if (start == null) {
                index = ascending ? 0 : chunk.items.length - 1;
            } else {
                int found = chunk.find(start);
                index = found >= 0 ? found + step : ascending ? -found - 1 : -found - 2;
            }
        }

        @Override
        public boolean hasNext() {
            while (index < 0 || index >= chunk.items.length) {
                at += step;
                if (at < 0 || at >= all.length) {
                    at -= step;
                    return false;
                }
                chunk = chunk(all, at);
                index = step > 0 ? 0 : chunk.items.length - 1;
            }
            return end == null || step * LookupOrder.compareTexts(chunk.items[index], end) < 0;
        }

        @Override
        public Change next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Change next = new Change(chunk.items[index], chunk.isPut(index));
            index += step;
            return next;
        }
    }

    /// Two parts as one, in their order. Of an item that is in both, the change of the newer
    /// counts.
    static Iterator<Change> newerCounts(
            Iterator<Change> newer, Iterator<Change> older, boolean ascending) {
        return new NewerCounts(newer, older, ascending ? 1 : -1);
    }

    private static final class NewerCounts implements Iterator<Change> {

        private final Iterator<Change> newer;
        private final Iterator<Change> older;
        private final int step;
        private @Nullable Change nextNewer;
        private @Nullable Change nextOlder;

        private NewerCounts(Iterator<Change> newer, Iterator<Change> older, int step) {
            this.newer = newer;
            this.older = older;
            this.step = step;
            nextNewer = nextOf(newer);
            nextOlder = nextOf(older);
        }

        private static @Nullable Change nextOf(Iterator<Change> part) {
            return part.hasNext() ? part.next() : null;
        }

        @Override
        public boolean hasNext() {
            return nextNewer != null || nextOlder != null;
        }

        @Override
        public Change next() {
            Change one = nextNewer;
            Change other = nextOlder;
            if (one == null && other == null) {
                throw new NoSuchElementException();
            }
            int order =
                    one == null
                            ? 1
                            : other == null
                                    ? -1
                                    : step * LookupOrder.compareTexts(one.item, other.item);
            if (order <= 0) {
                nextNewer = nextOf(newer);
            }
            if (order >= 0) {
                nextOlder = nextOf(older);
            }
            return requireNonNull(order <= 0 ? one : other);
        }
    }
}
