package dev.cobnut.framework.outbox;

import static dev.cobnut.framework.outbox.Entries.HOUR;
import static dev.cobnut.framework.outbox.Entries.T0;
import static dev.cobnut.framework.outbox.Entries.entry;
import static dev.cobnut.framework.outbox.Entries.ofStreams;
import static dev.cobnut.framework.outbox.Entries.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.StreamId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The contract of every [OutboxStore]. It does not cover several members, nor the cost of a poll,
/// which a benchmark measures.
public abstract class OutboxContract {

    private static final int PAGE = 256;
    private static final int SECONDS_MAX = 120;

    /// The store under test. It is empty at the beginning of each test, and the same object within
    /// a test.
    protected abstract OutboxStore store();

    @Test
    void entriesComeInTheOrderOfTheirTimeWhateverTheOrderOfAdding() {
        List<OutboxEntry> entries = ofStreams(0, 50, T0, 7);
        List<OutboxEntry> shuffled = new ArrayList<>(entries);
        Collections.shuffle(shuffled, new Random(1));
        shuffled.forEach(entry -> store().add(List.of(entry)));
        assertThat(store().pollPending(0, 100)).containsExactlyElementsOf(entries);
    }

    @Test
    void anEntryComesBackAsItWasAdded() {
        OutboxEntry entry = entry(stream(1), 7, T0);
        store().add(List.of(entry));
        assertThat(store().pollPending(0, 1)).containsExactly(entry);
    }

    @Test
    void aPageHoldsAtMostTheLimitAndTheNextOneFollowsTheCursor() {
        List<OutboxEntry> entries = ofStreams(0, 25, T0, 1_000);
        store().add(entries);
        assertThat(store().pollPending(0, 10)).containsExactlyElementsOf(entries.subList(0, 10));
        assertThat(store().pollPending(entries.get(9).createdAt(), 10))
                .containsExactlyElementsOf(entries.subList(10, 20));
        assertThat(store().pollPending(entries.get(19).createdAt(), 10))
                .containsExactlyElementsOf(entries.subList(20, 25));
        assertThat(store().pollPending(entries.get(24).createdAt(), 10)).isEmpty();
    }

    @Test
    void aPollTakesNothingAway() {
        store().add(ofStreams(0, 5, T0, 1));
        assertThat(store().pollPending(0, 10)).isEqualTo(store().pollPending(0, 10)).hasSize(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, PAGE})
    void aBurstOfOneMicrosecondSpacingIsPagedWithoutDuplicatesAndLosses(int limit) {
        List<OutboxEntry> entries = ofStreams(0, limit == 1 ? 300 : 3_000, T0, 1);
        store().add(entries);
        assertThat(pageThrough(limit)).containsExactlyElementsOf(entries);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, PAGE})
    void gapsFromMicrosecondsToHoursArePagedWithoutDuplicatesAndLosses(int limit) {
        List<OutboxEntry> entries = new ArrayList<>();
        Random random = new Random(limit);
        long time = T0;
        for (int i = 0; i < 700; i++) {
            time += 1 + (long) Math.pow(10, random.nextDouble() * 10.5);
            entries.add(entry(stream(i), 1, time));
        }
        store().add(entries);
        assertThat(pageThrough(limit)).containsExactlyElementsOf(entries);
    }

    /// The publisher treats a page that is not full as the last one and rests. A store ended its
    /// page where its window of time ended. The publisher found the rest seconds later, at its next
    /// poll from the beginning.
    @Test
    void aPageThatIsNotFullIsTheLastOne() {
        List<OutboxEntry> burst = ofStreams(0, 400, T0, 1);
        List<OutboxEntry> muchLater = ofStreams(1_000, 3, T0 + 5 * HOUR, HOUR);
        store().add(burst);
        store().add(muchLater);
        assertThat(store().pollPending(0, PAGE)).hasSize(PAGE);
        assertThat(store().pollPending(burst.get(PAGE - 1).createdAt(), PAGE))
                .hasSize(400 - PAGE + 3)
                .endsWith(muchLater.toArray(OutboxEntry[]::new));
    }

    @Test
    void keysWithEqualHashCodesAreAllFound() {
        List<OutboxEntry> entries = new ArrayList<>();
        List<String> twins = List.of("Aa", "BB");
        long time = T0;
        for (String a : twins) {
            for (String b : twins) {
                for (String c : twins) {
                    entries.add(entry(StreamId.of("counter", a + b + c), 1, time++));
                }
            }
        }
        assertThat(entries).extracting(entry -> entry.key().hashCode()).containsOnly(hash(entries));
        store().add(entries);
        assertThat(pageThrough(3)).containsExactlyElementsOf(entries);
        assertThat(store().pendingCount()).isEqualTo(entries.size());
    }

    @Test
    void addingAnEntryAgainReplacesIt() {
        OutboxEntry entry = entry(stream(1), 1, T0);
        store().add(List.of(entry));
        store().add(List.of(entry));
        assertThat(store().pollPending(0, 10)).containsExactly(entry);
        assertThat(store().pendingCount()).isEqualTo(1);
    }

    @Test
    void whatWasDeliveredIsGone() {
        List<OutboxEntry> entries = ofStreams(0, 10, T0, 1);
        store().add(entries);
        store().markDelivered(entries.subList(2, 9));
        assertThat(store().pollPending(0, 100))
                .containsExactly(entries.get(0), entries.get(1), entries.get(9));
        assertThat(store().pendingCount()).isEqualTo(3);
        store().markDelivered(entries);
        assertThat(store().pollPending(0, 100)).isEmpty();
        assertThat(store().pendingCount()).isZero();
    }

    @Test
    void nothingToAddOrToDeleteChangesNothing() {
        store().add(List.of(entry(stream(1), 1, T0)));
        store().add(List.of());
        store().markDelivered(List.of());
        assertThat(store().pendingCount()).isEqualTo(1);
    }

    /// The publisher's cursor only moves forward. The entries of one `add` became visible one by
    /// one, in no order. A poll that saw the last one but not yet the first moved the cursor past
    /// the first, which was then delivered seconds later, or after its successor.
    @Test
    void whoPagesWhileOthersAddMissesNothingAndSeesEveryStreamInOrder() {
        int batches = 400;
        int streams = 40;
        List<OutboxEntry> all = new ArrayList<>();
        List<List<OutboxEntry>> toAdd = new ArrayList<>();
        long time = T0;
        for (int batch = 0; batch < batches; batch++) {
            List<OutboxEntry> entries = new ArrayList<>();
            for (int twice = 0; twice < 2; twice++) {
                for (int number = 0; number < streams; number++) {
                    entries.add(entry(stream(number), 2L * batch + twice + 1, time++));
                }
            }
            toAdd.add(entries);
            all.addAll(entries);
        }
        AtomicBoolean added = new AtomicBoolean();
        CompletableFuture<Void> adding =
                CompletableFuture.runAsync(() -> {
                    toAdd.forEach(store()::add);
                    added.set(true);
                });

        List<OutboxEntry> seen = new ArrayList<>();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_MAX);
        long cursor = 0;
        boolean last = false;
        while (!last && System.nanoTime() < deadline) {
            boolean before = added.get();
            List<OutboxEntry> page = store().pollPending(cursor, PAGE);
            if (!page.isEmpty()) {
                seen.addAll(page);
                cursor = page.getLast().createdAt();
                store().markDelivered(page);
            }
            last = before && page.isEmpty();
        }
        adding.orTimeout(SECONDS_MAX, TimeUnit.SECONDS).join();

        assertThat(seen.size()).isEqualTo(all.size());
        assertThat(keysByStream(seen)).isEqualTo(keysByStream(all));
    }

    /// All pending entries, by following the cursor until a page that is not full.
    private List<OutboxEntry> pageThrough(int limit) {
        List<OutboxEntry> all = new ArrayList<>();
        long cursor = 0;
        List<OutboxEntry> page;
        do {
            page = store().pollPending(cursor, limit);
            assertThat(page).hasSizeLessThanOrEqualTo(limit);
            all.addAll(page);
            cursor = page.isEmpty() ? cursor : page.getLast().createdAt();
        } while (page.size() == limit);
        return all;
    }

    /// Grouped by stream, within a stream in the order in which they came.
    private static List<String> keysByStream(List<OutboxEntry> entries) {
        return entries.stream()
                .sorted(Comparator.comparing(entry -> entry.event().stream().value()))
                .map(OutboxEntry::key)
                .toList();
    }

    private static int hash(List<OutboxEntry> entries) {
        return entries.getFirst().key().hashCode();
    }
}
