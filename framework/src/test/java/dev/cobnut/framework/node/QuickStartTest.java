package dev.cobnut.framework.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.InMemoryJournal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class QuickStartTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    /// Jet logs "Cannot submit job" with a trace for each attempt to submit a job with a name
    /// before its coordinator is ready. A light job needs no coordinator.
    @Test
    void theDeliveryStartsWithTheMemberAndWithoutAWarningOfJet() {
        AppliedVersions versions = new AppliedVersions("versions");
        StreamId stream = StreamId.of("counter", "0001");
        Warnings warnings = new Warnings();
        Logger jet = (Logger) LoggerFactory.getLogger("com.hazelcast.jet");
        warnings.start();
        jet.addAppender(warnings);
        try (LoggedRecords own = LoggedRecords.of("dev.cobnut.framework.delivery");
                TestNode node =
                        TestNode.start(InMemoryJournal.create(InstantSource.system()), versions)) {
            assertThat(node.delivery().isRunning()).isTrue();
            node.append(stream, 0, "Counted", "1");
            await().atMost(SOON).until(() -> node.journal().countUnpublished() == 0);
            assertThat(warnings.events).isEmpty();
            assertThat(own.at(java.util.logging.Level.WARNING)).isEmpty();
        } finally {
            jet.detachAppender(warnings);
            warnings.stop();
        }
    }

    private static final class Warnings extends AppenderBase<ILoggingEvent> {

        private final List<String> events = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                events.add(event.getFormattedMessage());
            }
        }
    }
}
