package dev.cobnut.loadtests.feed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What was answered to commands, and what readers of the feed must have seen. Thread-safe.
final class FeedLedger {

    /// Most findings of one reader that are told.
    private static final int FINDINGS_MAX = 5;

    /// An event as a reader received it.
    record Seen(long id, String order, long version, long nanos) {}

    /// An event that a command was answered with.
    record Answered(String order, long version) {}

    /// The last version of each order, by customer.
    private final Map<String, Map<String, Long>> versions = new ConcurrentHashMap<>();

    private final Map<Answered, Long> answeredAt = new ConcurrentHashMap<>();

    /// A command was answered with this version of an order.
    void answered(String customer, String order, long version, long nanos) {
        versions.computeIfAbsent(customer, _ -> new ConcurrentHashMap<>())
                .merge(order, version, Math::max);
        answeredAt.put(new Answered(order, version), nanos);
    }

    long answers() {
        return answeredAt.size();
    }

    /// Number of events that commands were answered with in a time.
    long answers(long begin, long end) {
        return answeredAt.values().stream().filter(at -> at >= begin && at < end).count();
    }

    /// True when a reader of the customer's feed has the last version of each of their orders.
    boolean isComplete(String customer, Iterable<Seen> seen) {
        Map<String, Long> last = new HashMap<>();
        seen.forEach(event -> last.merge(event.order(), event.version(), Math::max));
        return versions.getOrDefault(customer, Map.of()).entrySet().stream()
                .allMatch(order -> last.getOrDefault(order.getKey(), 0L) >= order.getValue());
    }

    /// What is wrong with what a reader has seen, who was there from the first order on. An order
    /// may have more versions than were answered: an answer was lost.
    List<String> findings(String customer, Iterable<Seen> seen) {
        List<String> findings = new ArrayList<>();
        Map<String, Long> last = new HashMap<>();
        long position = 0;
        for (Seen event : seen) {
            if (event.id() <= position) {
                findings.add("position %d after %d".formatted(event.id(), position));
            }
            position = Math.max(position, event.id());
            long before = last.getOrDefault(event.order(), 0L);
            if (event.version() <= before) {
                findings.add("%s: version %d again".formatted(event.order(), event.version()));
            } else if (event.version() > before + 1) {
                findings.add(
                        "%s: version %d after %d"
                                .formatted(event.order(), event.version(), before));
            }
            last.merge(event.order(), event.version(), Math::max);
        }
        versions.getOrDefault(customer, Map.of())
                .forEach((order, version) -> {
                    long has = last.getOrDefault(order, 0L);
                    if (has < version) {
                        findings.add("%s: ends at version %d of %d".formatted(order, has, version));
                    }
                });
        return findings.stream().limit(FINDINGS_MAX).toList();
    }

    /// Adds the times from the answer of a command to the event at a reader, for events of a time.
    /// An event that came before its answer has 0.
    void latencies(Iterable<Seen> seen, long begin, long end, List<Long> nanos) {
        for (Seen event : seen) {
            Long at = answeredAt.get(new Answered(event.order(), event.version()));
            if (at != null && at >= begin && at < end) {
                nanos.add(Math.max(0, event.nanos() - at));
            }
        }
    }
}
