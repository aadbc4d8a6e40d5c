package dev.cobnut.framework.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.node.TestNode;
import dev.cobnut.framework.view.Views;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class DeliveryJobTest {

    private static final int TIMES = 16;

    /// Jet logs an error, and throws, when a job is cancelled that it has not begun or has just
    /// ended.
    @Test
    void aJobThatIsEndedAtAnyMomentAfterItsStartEndsWithoutAnError() {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        Logger jet = (Logger) LoggerFactory.getLogger("com.hazelcast.jet");
        try (TestNode node = TestNode.start(InMemoryJournal.create(InstantSource.system()))) {
            node.delivery().close();
            logged.start();
            jet.addAppender(logged);
            for (int time = 0; time < TIMES; time++) {
                Delivery delivery = deliveryOf(node);
                node.hazelcast().getUserContext().put(Delivery.CONTEXT_KEY, delivery);
                DeliveryJob job = new DeliveryJob(node.hazelcast(), delivery, () -> {});
                job.ensure();
                for (int pauses = 10_000 * time; pauses > 0; pauses--) {
                    Thread.onSpinWait();
                }
                job.end();
                assertThat(job.isRunning()).isFalse();
            }
        } finally {
            jet.detachAppender(logged);
            logged.stop();
        }
        assertThat(logged.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .extracting(ILoggingEvent::getFormattedMessage)
                .isEmpty();
    }

    private static Delivery deliveryOf(TestNode node) {
        return new Delivery(
                node.publisher(),
                node.feed(),
                new Views(List.of()),
                node.journal(),
                (_, _) -> {},
                Membership.ofSingleNode());
    }
}
