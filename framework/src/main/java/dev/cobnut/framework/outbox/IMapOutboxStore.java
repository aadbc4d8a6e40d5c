package dev.cobnut.framework.outbox;

import com.hazelcast.map.IMap;
import com.hazelcast.query.PagingPredicate;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import dev.cobnut.framework.event.StreamId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// The outbox in an indexed IMap.
///
/// ## How a poll stays cheap with a million pending
///
/// A `PagingPredicate` materialises and sorts every entry that matches, whatever the page size
/// (Hazelcast 5.7, `QueryResultUtils`). So what can match is bounded first: a poll asks for a
/// *window* of the SORTED index, `(after, after + width]`. A full page tells how dense the entries
/// lie, and the next window is made as wide as two pages; a window that does not fill the page is
/// followed by one of twice the width, until the page is full or the newest entry is reached.
///
/// The status is compared on the page, not in the query: `AND` with the HASH index would copy the
/// whole bucket of pending entries on each poll (`AndPredicate` evaluates every indexed side). The
/// HASH index answers [#pendingCount] and [#findParked], both of which are about one status as a
/// whole.
///
/// ## Nothing is overtaken
///
/// A bulk write becomes visible entry by entry, partition by partition, in no order. A page that
/// held the last entry of a write and not yet the first would move the caller's cursor past the
/// first. So an `add` announces its smallest `createdAt` before it writes, and a page ends before
/// what any `add` announced that ran at the same time as the poll. Whoever adds tells the publisher
/// afterwards, so that it looks again.
///
/// ## Why entries are deleted one by one, and by an entry processor
///
/// `executeOnKeys` sends all keys to every partition concerned, and each one hashes all of them to
/// find its own: with a page of 256 that was a third of the CPU of a delivery. The deletions are
/// started together and then awaited. `deleteAsync` (like every `…Async` of one key in Hazelcast
/// 5.7.0) chooses the partition without the map's partitioning strategy and would look in the wrong
/// one, in silence.
///
/// ## Threads
///
/// `pollPending` is called by one thread (the publisher); everything else by any.
final class IMapOutboxStore implements OutboxStore {

    /// Up to so many entries are written one by one: a bulk write ends on a thread of Hazelcast's
    /// that has to be woken for it, a single one on the partition's.
    private static final int SINGLE_WRITES_MAX = 16;

    /// First width of the window, in µs.
    private static final long WIDTH_INITIAL = 10_000;

    /// A window never grows beyond this, in µs (about 35 years): the sum with a `createdAt` may not
    /// overflow.
    private static final long WIDTH_MAX = 1L << 50;

    private final IMap<String, OutboxEntry> map;
    private final AtomicLong newest = new AtomicLong();

    /// The smallest `createdAt` of each `add` that is being written.
    private final Queue<Long> adding = new ConcurrentLinkedQueue<>();

    /// The smallest `createdAt` of those that began since the last poll did.
    private final AtomicLong begunSincePoll = new AtomicLong();

    private long width = WIDTH_INITIAL;

    /// @throws IllegalStateException when the running map lacks its indexes
    public IMapOutboxStore(IMap<String, OutboxEntry> map) {
        this(map, true);
    }

    /// @param checked whether the running map is asked for its indexes
    IMapOutboxStore(IMap<String, OutboxEntry> map, boolean checked) {
        if (checked) {
            OutboxMap.requireIndexes(map);
        }
        this.map = map;
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
        newest.accumulateAndGet(last, Math::max);
        adding.add(first);
        begunSincePoll.accumulateAndGet(first, Math::min);
        try {
            write(byKey);
        } finally {
            adding.remove(first);
        }
    }

    /// Entries of members that add beside each other are not announced to this one; it is told how
    /// far they may reach, so that a window does not hold all of them.
    void newestAtLeast(long createdAt) {
        newest.accumulateAndGet(createdAt, Math::max);
    }

    private void write(Map<String, OutboxEntry> byKey) {
        if (byKey.size() > SINGLE_WRITES_MAX) {
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
        begunSincePoll.set(Long.MAX_VALUE);
        long firstUnwritten = adding.stream().min(Long::compare).orElse(Long.MAX_VALUE);
        while (true) {
            boolean toTheEnd = newest.get() - lower <= width;
            long upper = toTheEnd ? Long.MAX_VALUE : lower + width;
            int wanted = limit - page.size();
            List<OutboxEntry> window = window(lower, upper, wanted);
            firstUnwritten = Math.min(firstUnwritten, begunSincePoll.get());
            boolean full = window.size() == wanted;
            long last = window.isEmpty() ? lower : window.getLast().createdAt();
            width =
                    full
                            ? (long) Math.clamp(2.0 * (last - lower) / wanted * limit, 1, WIDTH_MAX)
                            : Math.min(WIDTH_MAX, 2 * width);
            for (OutboxEntry entry : window) {
                if (entry.createdAt() >= firstUnwritten) {
                    return page;
                }
                if (entry.status() == OutboxStatus.PENDING) {
                    page.add(entry);
                }
            }
            if (page.size() == limit || (toTheEnd && !full)) {
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
    public long pendingCount() {
        return map.keySet(
                        Predicates.equal(OutboxEntrySerializer.STATUS, OutboxStatus.PENDING.name()))
                .size();
    }

    @Override
    public void markDelivered(Collection<OutboxEntry> delivered) {
        if (delivered.isEmpty()) {
            return;
        }
        List<CompletionStage<?>> deletions = new ArrayList<>(delivered.size());
        for (OutboxEntry entry : delivered) {
            deletions.add(map.submitToKey(entry.key(), new DeleteEntry()));
        }
        deletions.forEach(deletion -> deletion.toCompletableFuture().join());
    }

    @Override
    public void park(Collection<OutboxEntry> parked) {
        parked.forEach(entry -> map.set(entry.key(), entry));
    }

    @Override
    public List<OutboxEntry> findParked(int limit) {
        Predicate<String, OutboxEntry> parked =
                Predicates.equal(OutboxEntrySerializer.STATUS, OutboxStatus.PARKED.name());
        return List.copyOf(
                map.values(Predicates.pagingPredicate(parked, new ByCreatedAt(), limit)));
    }

    @Override
    public List<OutboxEntry> findParked(StreamId stream) {
        Predicate<String, OutboxEntry> parked =
                Predicates.equal(OutboxEntrySerializer.STATUS, OutboxStatus.PARKED.name());
        return map.values(parked).stream()
                .filter(entry -> entry.event().stream().equals(stream))
                .sorted(Comparator.comparingLong(entry -> entry.event().version()))
                .toList();
    }

    @Override
    public List<OutboxEntry> unpark(StreamId stream) {
        List<OutboxEntry> pending = findParked(stream).stream().map(OutboxEntry::retried).toList();
        add(pending);
        return pending;
    }
}
