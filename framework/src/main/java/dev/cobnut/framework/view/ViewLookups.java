package dev.cobnut.framework.view;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Consumer;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.LookupRange;
import dev.cobnut.framework.view.LookupSearch.Group;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The rows of one view's lookups in the journal. Thread-safe.
final class ViewLookups {

    /// Pauses of a wait, in milliseconds. They double: most waits are for one delivery.
    private static final long PAUSE_MIN = 1;

    private static final long PAUSE_MAX = 32;

    /// Ids of the walked group that are compared with the other groups at a time.
    private static final int PIECE_IDS = 256;

    private final Projection<?> projection;
    private final Journal journal;
    private final Consumer consumer;
    private final Semaphore waiting = new Semaphore(View.AWAITING_MAX);
    private final int pieceIds;
    private final int examinedMax;

    ViewLookups(Projection<?> projection, Journal journal) {
        this(projection, journal, PIECE_IDS, View.EXAMINED_MAX);
    }

    ViewLookups(Projection<?> projection, Journal journal, int pieceIds, int examinedMax) {
        this.pieceIds = pieceIds;
        this.examinedMax = examinedMax;
        this.projection = projection;
        this.journal = journal;
        this.consumer = new Consumer(projection.name(), projection.version());
    }

    /// Version 1 has the names that were used before there were versions.
    static String stored(Projection<?> projection, String name) {
        return projection.version() == 1 ? name : name + "." + projection.version();
    }

    View.FoundIds search(LookupSearch search, int limit) {
        LookupRange range = range(search);
        List<Group> others = search.groups().subList(1, search.groups().size());
        int piece = others.isEmpty() ? limit + 1 : pieceIds;
        List<StreamId> found = new ArrayList<>();
        int examined = 0;
        while (true) {
            List<String> walked = journal.findInLookup(range, piece);
            for (String item : inAll(others, walked)) {
                if (found.size() == limit) {
                    return new View.FoundIds(found, found.getLast().value());
                }
                found.add(new StreamId(item));
            }
            examined += walked.size();
            if (walked.size() < piece) {
                return new View.FoundIds(found, null);
            }
            if (examined >= examinedMax) {
                return new View.FoundIds(found, walked.getLast());
            }
            range = range.behind(walked.getLast());
        }
    }

    private LookupRange range(LookupSearch search) {
        Group walked = search.groups().getFirst();
        return new LookupRange(
                stored(projection, walked.lookup()),
                walked.group(),
                search.after(),
                search.before(),
                search.ascending());
    }

    private List<String> inAll(List<Group> groups, List<String> items) {
        List<String> left = items;
        for (Group group : groups) {
            if (left.isEmpty()) {
                break;
            }
            Set<String> in =
                    journal.foundInLookup(stored(projection, group.lookup()), group.group(), left);
            left = left.stream().filter(in::contains).toList();
        }
        return left;
    }

    List<StreamId> find(String lookup, String group, @Nullable StreamId before, int limit) {
        return journal
                .findInLookup(
                        stored(projection, lookup),
                        group,
                        before == null ? null : before.value(),
                        limit)
                .stream()
                .map(StreamId::new)
                .toList();
    }

    boolean await(Collection<Long> positions, Duration atMost) {
        Deque<Long> left = new ArrayDeque<>(positions);
        if (areDelivered(left)) {
            return true;
        }
        if (!waiting.tryAcquire()) {
            return false;
        }
        try {
            long end = System.nanoTime() + atMost.toNanos();
            long pause = PAUSE_MIN;
            do {
                long rest = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (rest <= 0) {
                    return false;
                }
                LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(Math.min(pause, rest)));
                if (Thread.currentThread().isInterrupted()) {
                    return false;
                }
                pause = Math.min(2 * pause, PAUSE_MAX);
            } while (!areDelivered(left));
            return true;
        } finally {
            waiting.release();
        }
    }

    /// Takes away the positions up to the first one that is not delivered. So a look asks the
    /// journal once, however many positions are waited for.
    ///
    /// @return true when none is left
    private boolean areDelivered(Deque<Long> left) {
        while (!left.isEmpty() && journal.isDelivered(consumer, left.getFirst())) {
            left.removeFirst();
        }
        return left.isEmpty();
    }
}
