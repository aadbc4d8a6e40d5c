package dev.cobnut.framework.outbox;

import com.hazelcast.map.IMap;
import com.hazelcast.query.PagingPredicate;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import dev.cobnut.framework.maps.BulkOperations;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// The outbox in an indexed IMap.
///
/// ## How a poll stays cheap with a million pending
///
/// A `PagingPredicate` materialises and sorts every entry that matches, whatever the page size
/// (Hazelcast 5.7, `QueryResultUtils`). So each query is bounded: a poll asks for a *window* of the
/// SORTED index, `(after, after + width]`. A window that fills a page shows how dense the entries
/// are, and the next window is made as wide as two pages. After a window that does not fill a page,
/// the next one is twice as wide, until the page is full or the newest entry is reached. Each
/// window is asked for as many entries as a whole page, however few the page still lacks. So a page
/// that is almost full does not make the windows narrow.
///
/// ## No entry is skipped
///
/// The entries of a bulk write become visible one by one, in no order. A page that contained the
/// last entry of a write but not the first one would move the caller's cursor past the first. So an
/// `add` announces its smallest `createdAt` before it writes. A page ends before the smallest
/// `createdAt` that any concurrent `add` has announced. After an `add`, the caller wakes the
/// publisher, which polls again.
///
/// ## Why entries are deleted by an entry processor
///
/// `executeOnKeys` sends all keys to every partition concerned, and each partition hashes all of
/// them to find its own. With a page of 256 and 271 partitions, that was a third of the CPU of a
/// delivery. So it is used where there are few partitions ([BulkOperations]). Otherwise, single
/// deletions are started together and then awaited. `deleteAsync` (like every `…Async` of one key
/// in Hazelcast 5.7.0) ignores the map's partitioning strategy and would silently look in the wrong
/// partition.
///
/// ## Threads
///
/// One thread, the publisher's, calls `pollPending`. Any thread may call the other methods.
final class IMapOutboxStore implements OutboxStore {

    /// Width of the first window, in µs.
    private static final long WINDOW_WIDTH_INITIAL = 10_000;

    /// Largest width of a window, in µs (about 35 years). The sum of a width and a `createdAt` must
    /// not overflow.
    private static final long WINDOW_WIDTH_MAX = 1L << 50;

    private final IMap<String, OutboxEntry> map;
    private final BulkOperations bulk;
    private final AtomicLong newestCreatedAt = new AtomicLong();

    /// The smallest `createdAt` of each `add` that is in progress.
    private final Queue<Long> addsInProgress = new ConcurrentLinkedQueue<>();

    /// The smallest `createdAt` of the calls of `add` that began after the last poll began.
    private final AtomicLong smallestBegunSincePoll = new AtomicLong();

    private long windowWidth = WINDOW_WIDTH_INITIAL;

    /// @throws IllegalStateException when the running map lacks its indexes
    public IMapOutboxStore(IMap<String, OutboxEntry> map, BulkOperations bulk) {
        this(map, bulk, true);
    }

    /// @param checkIndexes true to check the indexes of the running map
    IMapOutboxStore(IMap<String, OutboxEntry> map, BulkOperations bulk, boolean checkIndexes) {
        if (checkIndexes) {
            OutboxMap.requireIndexes(map);
        }
        this.map = map;
        this.bulk = bulk;
    }

    @Override
    public void add(Collection<OutboxEntry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        Map<String, OutboxEntry> byKey = HashMap.newHashMap(entries.size());
        long first = Long.MAX_VALUE;
        long last = 0;
        for (OutboxEntry entry : entries) {
            byKey.put(entry.key(), entry);
            first = Math.min(first, entry.createdAt());
            last = Math.max(last, entry.createdAt());
        }
        newestCreatedAt.accumulateAndGet(last, Math::max);
        addsInProgress.add(first);
        smallestBegunSincePoll.accumulateAndGet(first, Math::min);
        try {
            write(byKey);
        } finally {
            addsInProgress.remove(first);
        }
    }

    /// Raises the largest known `createdAt`. Other members do not announce their entries to this
    /// one. Without this bound, the last window would contain all of them.
    void newestAtLeast(long createdAt) {
        newestCreatedAt.accumulateAndGet(createdAt, Math::max);
    }

    private void write(Map<String, OutboxEntry> byKey) {
        if (bulk.takes(byKey.size())) {
            map.setAll(byKey);
            return;
        }
        List<CompletionStage<?>> writes = new ArrayList<>(byKey.size());
        byKey.forEach((key, entry) -> writes.add(map.submitToKey(key, new PutEntry(entry))));
        writes.forEach(write -> write.toCompletableFuture().join());
    }

    @Override
    public List<OutboxEntry> pollPending(long afterCreatedAt, int limit) {
        List<OutboxEntry> page = new ArrayList<>();
        long lower = afterCreatedAt;
        smallestBegunSincePoll.set(Long.MAX_VALUE);
        long firstUnwritten = addsInProgress.stream().min(Long::compare).orElse(Long.MAX_VALUE);
        while (true) {
            boolean reachesNewest = newestCreatedAt.get() - lower <= windowWidth;
            long upper = reachesNewest ? Long.MAX_VALUE : lower + windowWidth;
            List<OutboxEntry> window = window(lower, upper, limit);
            firstUnwritten = Math.min(firstUnwritten, smallestBegunSincePoll.get());
            boolean full = window.size() == limit;
            long last = window.isEmpty() ? lower : window.getLast().createdAt();
            windowWidth =
                    full
                            ? (long) Math.clamp(2.0 * (last - lower), 1, WINDOW_WIDTH_MAX)
                            : Math.min(WINDOW_WIDTH_MAX, 2 * windowWidth);
            for (OutboxEntry entry : window) {
                if (entry.createdAt() >= firstUnwritten || page.size() == limit) {
                    return page;
                }
                page.add(entry);
            }
            if (page.size() == limit || (reachesNewest && !full)) {
                return page;
            }
            lower = full ? last : upper;
        }
    }

    private List<OutboxEntry> window(long after, long upTo, int limit) {
        Predicate<String, OutboxEntry> between =
                Predicates.between(OutboxEntrySerializer.CREATED_AT, after + 1, upTo);
        PagingPredicate<String, OutboxEntry> page =
                Predicates.pagingPredicate(between, new ByCreatedAt(), limit);
        return new ArrayList<>(map.localValues(page));
    }

    @Override
    public long bytes() {
        return map.getLocalMapStats().getOwnedEntryMemoryCost();
    }

    @Override
    public long pendingCount() {
        return map.size();
    }

    @Override
    public void markDelivered(Collection<OutboxEntry> delivered) {
        if (delivered.isEmpty()) {
            return;
        }
        if (bulk.takes(delivered.size())) {
            Set<String> keys = HashSet.newHashSet(delivered.size());
            for (OutboxEntry entry : delivered) {
                keys.add(entry.key());
            }
            var _ = map.executeOnKeys(keys, new DeleteEntry());
            return;
        }
        List<CompletionStage<?>> deletions = new ArrayList<>(delivered.size());
        for (OutboxEntry entry : delivered) {
            deletions.add(map.submitToKey(entry.key(), new DeleteEntry()));
        }
        deletions.forEach(deletion -> deletion.toCompletableFuture().join());
    }
}
