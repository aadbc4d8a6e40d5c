package dev.cobnut.framework.outbox;

import static dev.cobnut.framework.outbox.Entries.T0;
import static dev.cobnut.framework.outbox.Entries.entry;
import static dev.cobnut.framework.outbox.Entries.ofStreams;
import static dev.cobnut.framework.outbox.Entries.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RecentOutboxStoreTest extends OutboxContract {

    private final Map map = new Map();
    private final OutboxStore store = new RecentOutboxStore(map);

    /// Counts its queries. A test can make something happen while it adds.
    private static final class Map implements OutboxStore {

        private final InMemoryOutboxStore entries = new InMemoryOutboxStore();
        private int queries;
        private Runnable whileAdding = () -> {};

        @Override
        public void add(Collection<OutboxEntry> added) {
            entries.add(added);
            Runnable now = whileAdding;
            whileAdding = () -> {};
            now.run();
        }

        @Override
        public List<OutboxEntry> pollPending(long afterCreatedAt, int limit) {
            queries++;
            return entries.pollPending(afterCreatedAt, limit);
        }

        @Override
        public long pendingCount() {
            return entries.pendingCount();
        }

        @Override
        public void markDelivered(Collection<OutboxEntry> delivered) {
            entries.markDelivered(delivered);
        }
    }

    @Override
    protected OutboxStore store() {
        return store;
    }

    @Test
    void whoFollowsTheEndNeedsNoQuery() {
        List<OutboxEntry> all = ofStreams(0, 100, T0, 3);
        List<OutboxEntry> seen = new ArrayList<>();
        long cursor = T0 - 1;
        for (int from = 0; from < 100; from += 20) {
            store.add(all.subList(from, from + 20));
            for (int pages = 0; pages < 3; pages++) {
                List<OutboxEntry> page = store.pollPending(cursor, 8);
                cursor = page.getLast().createdAt();
                seen.addAll(page);
                store.markDelivered(page);
            }
        }
        assertThat(seen).isEqualTo(all);
        assertThat(map.queries).isZero();
        assertThat(store.pendingCount()).isZero();
    }

    @Test
    void aPollFromTheBeginningQueriesTheMap() {
        map.add(ofStreams(0, 3, T0, 1)); // as another store of the same map left them
        store.add(ofStreams(10, 2, T0 + 10, 1));
        assertThat(store.pollPending(0, 10)).hasSize(5);
        assertThat(map.queries).isEqualTo(1);
    }

    /// It was polled, delivered and deleted while an earlier one waits.
    @Test
    void whatWasDeliveredDoesNotComeBackToWhoBeginsAgain() {
        OutboxEntry waits = entry(stream(1), 1, T0);
        OutboxEntry delivered = entry(stream(2), 1, T0 + 5);
        store.add(List.of(waits, delivered));
        assertThat(store.pollPending(T0 - 1, 10)).containsExactly(waits, delivered);
        store.markDelivered(List.of(delivered));
        assertThat(store.pollPending(0, 10)).containsExactly(waits);
        assertThat(store.pollPending(T0, 10)).isEmpty();
    }

    @Test
    void aPageEndsBeforeWhatIsBeingAdded() {
        OutboxEntry first = entry(stream(1), 1, T0);
        OutboxEntry second = entry(stream(2), 1, T0 + 1);
        store.add(List.of(entry(stream(0), 1, T0 - 1)));
        map.whileAdding =
                () -> {
                    store.add(List.of(second));
                    assertThat(store.pollPending(T0 - 1, 10)).isEmpty();
                };
        store.add(List.of(first));
        assertThat(store.pollPending(T0 - 1, 10)).containsExactly(first, second);
    }

    @Test
    void whatAFailedWriteLeftInTheMapIsFound() {
        OutboxEntry written = entry(stream(1), 1, T0 + 1);
        store.add(List.of(entry(stream(0), 1, T0)));
        map.whileAdding =
                () -> {
                    throw new IllegalStateException("planted fault of a write");
                };
        assertThatThrownBy(() -> store.add(List.of(written))).hasMessageContaining("planted");
        assertThat(store.pollPending(T0, 10)).containsExactly(written);
    }

    @Test
    void manyAndLargeEntriesAreLeftToTheMap() {
        OutboxStore small = new RecentOutboxStore(map, 4);
        List<OutboxEntry> all = ofStreams(0, 20, T0, 1);
        small.add(all);
        assertThat(small.pollPending(T0 - 1, 100)).isEqualTo(all);
        assertThat(map.queries).isEqualTo(1);
    }

    /// @param kind 0: adds the next entry, 1: adds one of before, 2: deletes one, else polls
    record Step(int kind, int number, int limit) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(
                        Arbitraries.of(0, 0, 0, 1, 2, 3, 3, 3),
                        Arbitraries.integers().between(0, 99),
                        Arbitraries.integers().between(1, 12))
                .as(Step::new)
                .list()
                .ofMaxSize(120);
    }

    /// Whatever is added, deleted and polled: each page is that of the map.
    @Property(tries = 300)
    void everyPageIsThatOfTheMap(
            @ForAll("steps") List<Step> steps, @ForAll @IntRange(min = 1, max = 20) int keptMax) {
        InMemoryOutboxStore model = new InMemoryOutboxStore();
        OutboxStore tested = new RecentOutboxStore(new InMemoryOutboxStore(), keptMax);
        TreeSet<Long> free = new TreeSet<>();
        long next = T0;
        for (Step step : steps) {
            long at = T0 + step.number();
            switch (step.kind()) {
                case 0 -> {
                    List<OutboxEntry> added = ofStreams(0, step.limit(), next + 1, 1);
                    free.add(next);
                    next += step.limit() + 1;
                    model.add(added);
                    tested.add(added);
                }
                case 1 -> {
                    Long before = free.floor(at);
                    if (before != null) {
                        List<OutboxEntry> added = List.of(entry(stream(7), 1, before));
                        model.add(added);
                        tested.add(added);
                    }
                }
                case 2 -> {
                    List<OutboxEntry> deleted = List.of(entry(stream(7), 1, at));
                    model.markDelivered(deleted);
                    tested.markDelivered(deleted);
                }
                default ->
                        assertThat(tested.pollPending(at, step.limit()))
                                .isEqualTo(model.pollPending(at, step.limit()));
            }
        }
    }
}
