package dev.cobnut.orders.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.handler.HandlerSettings;
import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.handler.RuntimeHandlers;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.orders.CustomersOfOrders;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.orders.api.WebhookReceiver;
import dev.cobnut.orders.api.WebhookReceiver.Arrival;
import dev.cobnut.orders.stats.OrderHistory;
import dev.cobnut.orders.webhook.WebhookEvent.WebhookRegistered;
import dev.cobnut.sink.http.GuardedClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/// Two members over one journal, with the same webhook. The one that sends is lost, or stops, while
/// requests are on their way; the other one goes on. The wiring is that of the service.
class WebhooksInClusterTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final long SEED = 20_261_124;
    private static final long LATE_MILLIS = 1_000;
    private static final int ORDERS = 40;

    /// Requests that the first member has on their way when it is lost.
    private static final int PARALLEL = 4;

    private static final int ANSWERED = 10;
    private static final UUID ID = UUID.fromString("019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55");

    private static final WebhookSettings SETTINGS =
            new Binder(
                            new MapConfigurationPropertySource(
                                    Map.of(
                                            "webhooks.enabled", "true",
                                            "webhooks.keys",
                                                    "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=",
                                            "webhooks.allow-private", "true",
                                            "webhooks.parallel-max", PARALLEL,
                                            "webhooks.attempts-max", "1000",
                                            "webhooks.backoff-min", "1ms",
                                            "webhooks.backoff-max", "20ms",
                                            "webhooks.poll-interval", "20ms",
                                            "webhooks.answer-deadline", "500ms",
                                            "webhooks.connect-deadline", "500ms")))
                    .bind("webhooks", WebhookSettings.class)
                    .get();

    private static final HandlerSettings QUICK =
            new HandlerSettings(
                    64,
                    64,
                    4,
                    3,
                    Duration.ofMillis(1),
                    Duration.ofMillis(10),
                    100,
                    Duration.ofMillis(20),
                    Duration.ofMinutes(1),
                    Duration.ofSeconds(5));

    /// The time of the journal, by which a member keeps its cursors.
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());

    private final InMemoryJournal journal =
            InMemoryJournal.create(() -> Objects.requireNonNull(now.get()));
    private final OrderHistory orders = new OrderHistory(SEED);
    private final WebhookSecrets secrets = new WebhookSecrets(SETTINGS.keys());
    private final List<Member> members = new ArrayList<>();
    private final CountDownLatch lost = new CountDownLatch(1);

    /// What a member of the service has of webhooks.
    private final class Member implements AutoCloseable {

        private final InMemoryJournal own = journal.sibling();
        private final GuardedClient client = SETTINGS.client();
        private final WebhookRunner runner;
        private final Handlers handlers;
        private volatile boolean isLost;

        Member() {
            Journal front =
                    inFront(Journal.class, own, inFront(Cursors.class, own.cursors(), null));
            var beans = new WebhookConfiguration.Enabled();
            WebhookStreams streams = new WebhookStreams(front);
            WebhookIndex index = beans.webhookIndex(front, streams);
            WebhookMetrics metrics = beans.webhookMetrics(new SimpleMeterRegistry());
            RuntimeHandlers senders = beans.webhookSenders(front, SETTINGS, metrics);
            runner =
                    beans.webhookRunner(
                            index,
                            beans.webhookSinks(
                                    new CustomersOfOrders(front, new OrderDecider().codec()),
                                    client,
                                    secrets,
                                    SETTINGS),
                            senders,
                            handlers(),
                            streams,
                            metrics,
                            InstantSource.system());
            handlers =
                    new Handlers(
                            List.of(
                                    beans.webhookIndexer(
                                            streams,
                                            beans.webhookDecider(),
                                            index,
                                            senders,
                                            runner)),
                            front,
                            QUICK,
                            metrics,
                            System::nanoTime);
            own.start(handlers.waking(GroupListener.completing()));
            handlers.start();
            runner.start();
            members.add(this);
        }

        private ObjectProvider<Handlers> handlers() {
            return new ObjectProvider<>() {
                @Override
                public Handlers getObject() {
                    return handlers;
                }
            };
        }

        /// @param cursors null in front of these
        private <T> T inFront(Class<T> type, T real, @Nullable Cursors cursors) {
            return type.cast(
                    Proxy.newProxyInstance(
                            type.getClassLoader(),
                            new Class<?>[] {type},
                            (_, method, arguments) -> {
                                if (isLost) {
                                    throw new JournalException("this member is lost", null);
                                }
                                if (method.getName().equals("cursors")) {
                                    return cursors;
                                }
                                try {
                                    return method.invoke(real, arguments);
                                } catch (InvocationTargetException e) {
                                    throw e.getCause();
                                }
                            }));
        }

        boolean sends() {
            return handlers.runsHere(WebhookIndexer.NAME);
        }

        /// From now on nothing of it reaches the journal or a receiver, as when it is killed.
        void lose() {
            isLost = true;
            client.close();
        }

        @Override
        public void close() {
            runner.stop();
            handlers.close();
            client.close();
            members.remove(this);
        }
    }

    @BeforeEach
    void start() {
        journal.start(GroupListener.completing());
    }

    @AfterEach
    void close() {
        lost.countDown();
        List.copyOf(members).forEach(Member::close);
        journal.close();
    }

    private void register(WebhookReceiver receiver) {
        Webhook webhook =
                new WebhookStreams(journal)
                        .append(
                                ID,
                                new WebhookRegistered(
                                        ID,
                                        "shop",
                                        null,
                                        receiver.url(),
                                        List.of(),
                                        secrets.currentKey(),
                                        journal.lastPosition(),
                                        Instant.now()));
        receiver.knows(Objects.requireNonNull(secrets.secret(ID, webhook.secrets().getFirst())));
    }

    /// The events of all orders, as the journal has them.
    private List<Arrival> sent() {
        List<Arrival> sent = new ArrayList<>();
        long last = journal.lastPosition();
        for (long position = 0; position < last; ) {
            for (var event : journal.cursors().readAll(position, 1_000)) {
                position = event.position();
                if (event.stream().category().equals(OrderDecider.CATEGORY)) {
                    sent.add(
                            new Arrival(
                                    event.id().toString(),
                                    event.stream().value(),
                                    event.version()));
                }
            }
        }
        return sent;
    }

    /// The receiver takes events and answers some; then it takes one more of each lane and does not
    /// answer it.
    private Member sendsUntilNothingIsAnswered(WebhookReceiver receiver) {
        Member first = new Member();
        await().atMost(SOON).until(first::sends);
        Member _ = new Member();
        register(receiver);
        receiver.behave((_, take) -> {
            take.run();
            if (receiver.arrivals().size() > ANSWERED) {
                lost.await();
                return 0;
            }
            return 204;
        });
        orders.append(journal, ORDERS, ORDERS);
        await().atMost(SOON).until(() -> receiver.arrivals().size() >= ANSWERED + PARALLEL);
        return first;
    }

    private void theOtherGoesOn(WebhookReceiver receiver) {
        List<Arrival> before = receiver.arrivals();
        receiver.behave(WebhookReceiver.unreliable(SEED, receiver, LATE_MILLIS));
        lost.countDown();
        await().atMost(SOON).until(() -> members.getLast().sends());
        orders.append(journal, ORDERS, ORDERS);
        List<Arrival> sent = sent();
        assertThat(sent).hasSizeGreaterThan(2 * ORDERS);
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(WebhookReceiver.faults(sent, receiver.arrivals())).isEmpty());
        assertThat(receiver.arrivals().stream().skip(before.size()))
                .as("what was not answered comes again")
                .containsAll(before.subList(ANSWERED, before.size()));
        assertThat(receiver.forged()).as("both members compute the same secret").isZero();
    }

    @Test
    void whenTheMemberThatSendsIsLostTheOtherSendsWhatWasNotAnsweredAgainAndGoesOn()
            throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            Member first = sendsUntilNothingIsAnswered(receiver);
            first.lose();
            assertThat(members.getLast().sends()).as("before the term ends").isFalse();
            now.set(Instant.now().plus(Duration.ofMinutes(2)));
            theOtherGoesOn(receiver);
        }
    }

    @Test
    void whenTheMemberThatSendsStopsTheOtherGoesOnWithoutWaitingForATermToEnd() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            Member first = sendsUntilNothingIsAnswered(receiver);
            first.close();
            theOtherGoesOn(receiver);
        }
    }
}
