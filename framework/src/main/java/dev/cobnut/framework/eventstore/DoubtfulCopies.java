package dev.cobnut.framework.eventstore;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Streams whose copy in memory may lag behind the journal, until the sweeper has dropped the copy.
/// Thread-safe.
///
/// Every mark has a number. The sweeper removes only the mark that it saw before it dropped the
/// copy, so that a mark which was set meanwhile stays.
final class DoubtfulCopies {

    /// Streams that are marked one by one. With more of them, all copies are doubtful.
    static final int STREAMS_MAX = 10_000;

    private static final long NONE = 0;

    private final Map<String, Long> marks = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /// Number of the mark for all copies.
    private final AtomicLong all = new AtomicLong(NONE);

    boolean contains(String stream) {
        return all.get() != NONE || (!marks.isEmpty() && marks.containsKey(stream));
    }

    void add(String stream) {
        if (marks.size() < STREAMS_MAX || marks.containsKey(stream)) {
            marks.put(stream, numbers.incrementAndGet());
        } else {
            addAll();
        }
    }

    void addAll() {
        all.set(numbers.incrementAndGet());
    }

    /// Number of the mark for all copies; 0 when there is none.
    long all() {
        return all.get();
    }

    /// The marks of single streams.
    Map<String, Long> marks() {
        return Map.copyOf(marks);
    }

    /// The copy was dropped after the mark was seen.
    void dropped(String stream, Long mark) {
        marks.remove(stream, mark);
    }

    /// All copies were dropped after these marks were seen.
    void allDropped(long mark, Map<String, Long> seen) {
        seen.forEach(marks::remove);
        all.compareAndSet(mark, NONE);
    }
}
