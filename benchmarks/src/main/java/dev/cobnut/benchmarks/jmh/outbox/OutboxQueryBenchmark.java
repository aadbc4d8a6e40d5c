package dev.cobnut.benchmarks.jmh.outbox;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.query.PagingPredicate;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import dev.cobnut.benchmarks.history.InvalidInputException;
import dev.cobnut.benchmarks.jmh.Question;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxMap;
import dev.cobnut.framework.outbox.OutboxStore;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/// Contenders: `scan-and-sort` reads all entries of a map without an index and sorts them,
/// `index-and-page` asks the SORTED index for a page of everything, `index-window` is the outbox.
@Question(
        value = "What does it cost to find the next page of 256 pending events?",
        ceiling = "The same however many are pending: the page alone.",
        machine =
                "One member has all entries, in two partitions; a scan runs on as many threads as there are cores.")
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = {"-Xms4g", "-Xmx4g"}) // a million entries
public class OutboxQueryBenchmark {

    private static final int PAGE = 256;
    private static final int WRITTEN_TOGETHER = 10_000;
    private static final long FIRST_MICROS = 1_700_000_000_000_000L;

    /// Between two events, as with 10 000 orders a second.
    private static final long MICROS_APART = 100;

    /// Those of an order of two lines.
    private static final int PAYLOAD_BYTES = 400;

    private static final String CREATED_AT = "createdAt";
    private static final String WITHOUT_INDEX = "pending-without-index";

    @Param({"scan-and-sort", "index-and-page", "index-window"})
    String contender;

    @Param({"100", "10000", "1000000"})
    int pending;

    private HazelcastInstance hazelcast;
    private Supplier<List<OutboxEntry>> poll;

    @Setup
    public void fill() {
        hazelcast = TestNode.member();
        poll =
                switch (contender) {
                    case "scan-and-sort" -> scanAndSort();
                    case "index-and-page" -> indexAndPage();
                    case "index-window" -> indexWindow(filled());
                    default ->
                            throw new InvalidInputException("no contender is named " + contender);
                };
        int found = poll.get().size();
        if (found != Math.min(pending, PAGE)) {
            throw new IllegalStateException("found " + found + " of " + pending);
        }
    }

    @Benchmark
    public List<OutboxEntry> page() {
        return poll.get();
    }

    @TearDown
    public void stop() {
        hazelcast.shutdown();
    }

    private Supplier<List<OutboxEntry>> scanAndSort() {
        IMap<String, OutboxEntry> map = hazelcast.getMap(WITHOUT_INDEX);
        forEachPart(part -> {
            Map<String, OutboxEntry> byKey = new HashMap<>();
            part.forEach(entry -> byKey.put(entry.key(), entry));
            map.setAll(byKey);
        });
        Predicate<String, OutboxEntry> all = Predicates.greaterThan(CREATED_AT, 0L);
        return () ->
                map.values(all).stream()
                        .sorted(Comparator.comparingLong(OutboxEntry::createdAt))
                        .limit(PAGE)
                        .toList();
    }

    private Supplier<List<OutboxEntry>> indexAndPage() {
        OutboxStore _ = filled();
        IMap<String, OutboxEntry> map = hazelcast.getMap(OutboxMap.NAME);
        return () -> {
            PagingPredicate<String, OutboxEntry> page =
                    Predicates.pagingPredicate(
                            Predicates.greaterThan(CREATED_AT, 0L), new EarliestFirst(), PAGE);
            return new ArrayList<>(map.values(page));
        };
    }

    private static Supplier<List<OutboxEntry>> indexWindow(OutboxStore store) {
        return () -> store.pollPending(FIRST_MICROS - 1, PAGE);
    }

    private OutboxStore filled() {
        OutboxStore store = OutboxStore.ofSingleNode(hazelcast);
        forEachPart(store::add);
        return store;
    }

    private void forEachPart(Consumer<List<OutboxEntry>> write) {
        for (int from = 0; from < pending; from += WRITTEN_TOGETHER) {
            List<OutboxEntry> part = new ArrayList<>();
            for (int i = from; i < Math.min(pending, from + WRITTEN_TOGETHER); i++) {
                part.add(entry(i));
            }
            write.accept(part);
        }
    }

    private static OutboxEntry entry(int i) {
        long micros = FIRST_MICROS + i * MICROS_APART;
        return OutboxEntry.pending(
                new RecordedEvent(
                        new UUID(0x7000L, i),
                        StreamId.of("order", "order-" + i),
                        1,
                        "OrderPlaced",
                        1,
                        Payload.of(new byte[PAYLOAD_BYTES]),
                        EventMetadata.at(Instant.EPOCH),
                        i + 1L,
                        micros));
    }

    private static final class EarliestFirst
            implements Comparator<Map.Entry<String, OutboxEntry>>, Serializable {

        private static final long serialVersionUID = 1;

        @Override
        public int compare(
                Map.Entry<String, OutboxEntry> one, Map.Entry<String, OutboxEntry> other) {
            return Long.compare(one.getValue().createdAt(), other.getValue().createdAt());
        }
    }
}
