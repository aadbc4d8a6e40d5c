package dev.cobnut.framework.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.JournalPages;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

class EventSubscriptionTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    private final List<String> told = new CopyOnWriteArrayList<>();

    /// The service stopped between the registration of a subscription and its start. The wait for a
    /// thread that had not started threw, and the service did not stop in order.
    @Test
    void theEndOfTheServiceMayComeBeforeTheSubscriptionHasStarted() {
        try (InMemoryJournal journal = InMemoryJournal.create(InstantSource.system())) {
            EventSubscription subscription =
                    new EventSubscription(
                            new JournalPages(journal.cursors(), 0, null),
                            EventFilter.all(),
                            new Telling(),
                            SOON,
                            _ -> told.add("over"));
            subscription.end();
            subscription.awaitEnd(Duration.ZERO);
            assertThat(told).isEmpty();

            subscription.start();
            subscription.awaitEnd(SOON);
            assertThat(told).containsExactly("subscribed", "complete", "over");
        }
    }

    private final class Telling implements Flow.Subscriber<RecordedEvent> {

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            told.add("subscribed");
        }

        @Override
        public void onNext(RecordedEvent event) {
            told.add("next");
        }

        @Override
        public void onError(Throwable failure) {
            told.add("error");
        }

        @Override
        public void onComplete() {
            told.add("complete");
        }
    }
}
