package dev.cobnut.orders.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.handler.HandlerSettings;
import dev.cobnut.framework.handler.RuntimeHandlers;
import dev.cobnut.framework.journal.CursorState;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.orders.webhook.WebhookEvent.RedeliveryBegun;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookRegistered;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the indexer and the runner do beside sending.
class WebhookRolesTest {

    private static final Instant NOW = Instant.parse("2026-11-24T10:15:30.123456Z");
    private static final UUID ID = UUID.fromString("019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55");
    private static final WebhookRegistered REGISTERED =
            new WebhookRegistered(
                    ID, "shop", null, "https://shop.example/", List.of(), "0123abcd", 0, NOW);

    private final Journal journal = InMemoryJournal.create(InstantSource.system());
    private final WebhookStreams streams = new WebhookStreams(journal);
    private final RuntimeHandlers senders =
            new RuntimeHandlers(
                    "webhook-test-reader",
                    journal,
                    new HandlerSettings(
                            64,
                            64,
                            1,
                            1,
                            Duration.ofMillis(1),
                            Duration.ofMillis(1),
                            1,
                            Duration.ofMillis(20),
                            Duration.ofMinutes(1),
                            Duration.ofSeconds(1)),
                    new WebhookMetrics(new SimpleMeterRegistry()),
                    System::nanoTime);

    WebhookRolesTest() {
        journal.start(GroupListener.completing());
    }

    @AfterEach
    void close() {
        senders.close();
        journal.close();
    }

    /// Redeliveries that follow each other before the first of them is indexed: no sender may have
    /// run in between, for example because the webhook is paused.
    @Test
    void eachFormerRunIsForgotten() {
        Webhook webhook =
                streams.append(
                        ID,
                        REGISTERED,
                        new RedeliveryBegun(2, 7, NOW),
                        new RedeliveryBegun(3, 9, NOW));
        List<String> cursors = List.of(webhook.cursor(1), webhook.cursor(2), webhook.cursor(3));
        cursors.forEach(cursor -> journal.cursors().register(cursor, 0));
        AtomicInteger woken = new AtomicInteger();
        WebhookIndexer indexer =
                new WebhookIndexer(
                        streams,
                        new WebhookDecider().codec(),
                        new WebhookIndex(journal, streams),
                        senders,
                        woken::incrementAndGet);

        streams.events(streams.stream(ID.toString()), 1, 2).forEach(indexer::handle);

        assertThat(journal.cursors().states(cursors))
                .extracting(CursorState::cursor)
                .containsExactly(webhook.cursor(3));
        assertThat(woken).hasValue(2);
    }

    @Test
    void aKeyThatIsMissingIsLoggedOncePerWebhook() {
        Webhook webhook = streams.append(ID, REGISTERED);
        AtomicInteger compared = new AtomicInteger();
        WebhookRunner runner =
                new WebhookRunner(
                        () -> {
                            compared.incrementAndGet();
                            return List.of(new Versioned<>(webhook, 1));
                        },
                        (_, _) -> null,
                        senders,
                        () -> true,
                        _ -> false,
                        InstantSource.fixed(NOW));
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler records = recordsInto(logged);
        Logger logger = Logger.getLogger(WebhookRunner.class.getName());
        logger.addHandler(records);
        runner.start();
        try {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> {
                        runner.changed();
                        return compared.get() >= 5;
                    });
        } finally {
            runner.stop();
            logger.removeHandler(records);
        }
        assertThat(logged)
                .filteredOn(line -> line.contains("sends nothing: the key of its secret"))
                .hasSize(1);
    }

    private static Handler recordsInto(List<String> lines) {
        return new Handler() {
            @Override
            public void publish(LogRecord record) {
                lines.add(record.getMessage());
            }

            @Override
            public void flush() {
                // Nothing is kept back.
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
    }
}
