package dev.cobnut.framework.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.node.TestNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a reader of all events may rely on, with every journal.
abstract class EventsContract extends OverAnyJournal {

    private static final Duration SOON = Duration.ofMinutes(1);

    /// A poll that no test waits for: events wake the subscriptions.
    private static final Duration NEVER = Duration.ofHours(1);

    private static final StreamId CARD = StreamId.of("card", "1");
    private static final StreamId COPY = StreamId.of("copy", "1");

    EventsContract() {
        super(NEVER);
    }

    @Test
    void aStreamHasTheEventsThatWereCommittedWhenItBegan() {
        append(CARD, "Opened", 3);
        append(COPY, "Lent", 2);
        long end = events.lastPosition();

        Iterator<RecordedEvent> read = events.stream(1, EventFilter.all()).iterator();
        List<Long> positions = new ArrayList<>();
        while (read.hasNext()) {
            positions.add(read.next().position());
            append(CARD, "Charged", 1);
        }

        assertThat(end).isEqualTo(5);
        assertThat(positions).containsExactly(2L, 3L, 4L, 5L);
        assertThat(events.stream(end + 100, EventFilter.all())).isEmpty();
    }

    @Test
    void aFilterLeavesOutTheOthers() {
        append(CARD, "Opened", 1);
        append(CARD, "Charged", 2);
        append(COPY, "Lent", 1);
        append(journal, COPY, List.of(event("Charged", "loan-7")));

        assertThat(types(EventFilter.all().ofCategories("card")))
                .containsExactly("Opened", "Charged", "Charged");
        assertThat(types(EventFilter.all().ofTypes("Opened", "Lent")))
                .containsExactly("Opened", "Lent");
        assertThat(types(EventFilter.all().ofCategories("copy").ofTypes("Charged")))
                .containsExactly("Charged");
        assertThat(types(EventFilter.all().correlatedBy("loan-7"))).containsExactly("Charged");
        assertThat(types(EventFilter.all().correlatedBy("loan-8"))).isEmpty();
    }

    private List<String> types(EventFilter filter) {
        return events.stream(0, filter).map(RecordedEvent::type).toList();
    }

    @Test
    void aStreamGoesOnOverPages() {
        for (int i = 0; i < 9; i++) {
            append(CARD, "Charged", 1_000);
        }

        assertThat(events.stream(0, EventFilter.all()).mapToLong(RecordedEvent::position))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 9_000).boxed().toList());
    }

    @Test
    void aSubscriberGetsWhatWasThereAndWhatFollowsEachOnceAndInOrder() {
        append(CARD, "Charged", 50);
        Subscriber all = subscribe(10, EventFilter.all());
        all.subscription().request(Long.MAX_VALUE);

        append(CARD, "Charged", 50);

        await().atMost(SOON).until(() -> all.positions().size() >= 90);
        assertThat(all.positions())
                .containsExactlyElementsOf(LongStream.rangeClosed(11, 100).boxed().toList());
    }

    @Test
    void aSubscriberGetsNoMoreThanItAskedFor() {
        append(CARD, "Charged", 10);
        Subscriber slow = subscribe(0, EventFilter.all());
        Subscriber quick = subscribe(0, EventFilter.all());
        quick.subscription().request(Long.MAX_VALUE);
        slow.subscription().request(2);
        slow.subscription().request(1);
        await().atMost(SOON).until(() -> slow.positions().size() == 3);

        append(CARD, "Charged", 10);
        await().atMost(SOON).until(() -> quick.positions().size() == 20);

        assertThat(slow.positions()).containsExactly(1L, 2L, 3L);
        slow.subscription().request(4);
        await().atMost(SOON).until(() -> slow.positions().size() == 7);
    }

    @Test
    void whoCancelsGetsNothingMore() {
        Subscriber one = subscribe(0, EventFilter.all());
        one.subscription().request(Long.MAX_VALUE);
        append(CARD, "Charged", 1);
        await().atMost(SOON).until(() -> one.positions().size() == 1);

        one.subscription().cancel();
        await().atMost(SOON).until(() -> events.subscribers() == 0);
        append(CARD, "Charged", 1);

        assertThat(one.positions()).hasSize(1);
        assertThat(one.end).isNull();
    }

    @Test
    void aSubscriberThatFailsIsLeftOutAndTheOthersGoOn() {
        Subscriber failing = subscribe(0, EventFilter.all());
        failing.failure = new StackOverflowError("planted");
        failing.subscription().request(10);
        Subscriber fine = subscribe(0, EventFilter.all());
        fine.subscription().request(10);

        append(CARD, "Charged", 2);

        await().atMost(SOON).until(() -> fine.positions().size() == 2);
        await().atMost(SOON).until(() -> events.subscribers() == 1);
        assertThat(failing.positions()).hasSize(1);
    }

    @Test
    void askingForNothingIsAMistake() {
        Subscriber one = subscribe(0, EventFilter.all());

        one.subscription().request(0);

        await().atMost(SOON).until(() -> one.end != null);
        assertThat(one.end)
                .isEqualTo(
                        "java.lang.IllegalArgumentException: a subscriber must ask for 1 event or more, but asked for 0");
        assertThatThrownBy(() -> events.stream(-1, EventFilter.all()))
                .hasMessage("a position to read after must be 0 or larger, but is -1");
    }

    @Test
    void aJournalThatDoesNotAnswerEndsTheSubscriptionAndAnotherOneGoesOnFromThere() {
        append(CARD, "Charged", 1);
        Subscriber first = subscribe(0, EventFilter.all());
        first.subscription().request(1);
        await().atMost(SOON).until(() -> first.positions().size() == 1);
        cursors.failReads(true);

        first.subscription().request(1);

        await().atMost(SOON).until(() -> first.end != null);
        assertThat(first.end).startsWith(JournalException.class.getName());
        cursors.failReads(false);
        append(CARD, "Charged", 1);
        Subscriber second = subscribe(first.positions().getLast(), EventFilter.all());
        second.subscription().request(1);
        await().atMost(SOON).until(() -> second.positions().equals(List.of(2L)));
    }

    @Test
    void theEndOfTheServiceCompletesSubscriptionsAlsoLateOnes() {
        Subscriber waiting = subscribe(0, EventFilter.all());
        events.close();
        assertThat(waiting.end).isEqualTo("complete");

        Subscriber late = subscribe(0, EventFilter.all());
        await().atMost(SOON).until(() -> late.end != null);
        assertThat(late.end).isEqualTo("complete");
    }

    private Subscriber subscribe(long after, EventFilter filter) {
        Subscriber subscriber = new Subscriber();
        events.publisher(after, filter).subscribe(subscriber);
        return subscriber;
    }

    private static NewEvent event(String type, @Nullable String correlation) {
        NewEvent plain = TestNode.event(type, "1");
        return new NewEvent(
                plain.id(),
                plain.type(),
                plain.schemaVersion(),
                plain.payload(),
                new EventMetadata(plain.metadata().time(), null, correlation, null));
    }

    private void append(StreamId stream, String type, int count) {
        List<NewEvent> some = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            some.add(event(type, null));
            if (some.size() == 100 || i == count - 1) {
                append(journal, stream, some);
                some = new ArrayList<>();
            }
        }
    }

    /// Keeps what it gets.
    private static final class Subscriber implements Flow.Subscriber<RecordedEvent> {

        private final List<Long> positions = new ArrayList<>();
        private volatile Flow.@Nullable Subscription subscription;
        private volatile @Nullable Error failure;
        private volatile @Nullable String end;

        Flow.Subscription subscription() {
            await().atMost(SOON).until(() -> subscription != null);
            Flow.Subscription begun = subscription;
            if (begun == null) {
                throw new AssertionError("it was there before");
            }
            return begun;
        }

        synchronized List<Long> positions() {
            return List.copyOf(positions);
        }

        @Override
        public void onSubscribe(Flow.Subscription begun) {
            subscription = begun;
        }

        @Override
        public synchronized void onNext(RecordedEvent event) {
            positions.add(event.position());
            Error wanted = failure;
            if (wanted != null) {
                throw wanted;
            }
        }

        @Override
        public void onError(Throwable failed) {
            end = failed.toString();
        }

        @Override
        public void onComplete() {
            end = "complete";
        }
    }
}
