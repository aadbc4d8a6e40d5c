package dev.cobnut.orders.webhook;

import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.handler.RuntimeHandlers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/// Runs a sender for each webhook that is not paused, on one member: the one that owns the cursor
/// of [WebhookIndexer]. It compares what runs with what should whenever a webhook has changed, and
/// now and then.
final class WebhookRunner implements SmartLifecycle {

    /// How often it looks if this member is still the one. An atomic read.
    private static final long TURN_MILLIS = 500;

    /// Turns between two comparisons when nothing was heard: a former secret ends, or a row of the
    /// index came late.
    private static final int TURNS_MAX = 20;

    /// After the framework's node has started, and before it stops.
    private static final int PHASE = DEFAULT_PHASE - 8_000;

    private static final Logger LOG = System.getLogger(WebhookRunner.class.getName());

    /// What a sender is made of. Another one takes its place when this has changed.
    private record Made(String url, List<String> types, List<Webhook.Secret> secrets) {}

    private record Running(Webhook webhook, Made made, WebhookSender sender) {}

    private final Supplier<List<Versioned<Webhook>>> webhooks;
    private final Senders senders;
    private final RuntimeHandlers handlers;
    private final BooleanSupplier isTheOne;
    private final Predicate<Webhook> isOver;
    private final InstantSource clock;
    private final Map<String, Running> running = new ConcurrentHashMap<>();

    /// Cursors of webhooks whose key is missing: what was logged once. Of this thread only.
    private final Set<String> keyless = new HashSet<>();

    private final Semaphore signal = new Semaphore(0);
    private final Thread thread =
            Thread.ofPlatform().name("cobnut-webhooks").daemon(true).unstarted(this::run);
    private volatile boolean started;
    private volatile boolean closed;
    private @Nullable String toldFailure;

    /// Makes a sender.
    @FunctionalInterface
    interface Senders {

        /// @return null when no secret can be computed
        @Nullable WebhookSender of(Webhook webhook, List<Webhook.Secret> secrets);
    }

    /// @param isTheOne true while this member runs the webhooks
    /// @param isOver true when a webhook is deleted, or has another run by now
    WebhookRunner(
            Supplier<List<Versioned<Webhook>>> webhooks,
            Senders senders,
            RuntimeHandlers handlers,
            BooleanSupplier isTheOne,
            Predicate<Webhook> isOver,
            InstantSource clock) {
        this.webhooks = webhooks;
        this.senders = senders;
        this.handlers = handlers;
        this.isTheOne = isTheOne;
        this.isOver = isOver;
        this.clock = clock;
    }

    /// A webhook is another now. Any thread; cheap.
    void changed() {
        signal.release();
    }

    @Nullable WebhookSender sender(Webhook webhook) {
        Running one = running.get(webhook.cursor());
        return one == null ? null : one.sender();
    }

    private void run() {
        int turns = TURNS_MAX;
        while (!closed) {
            try {
                if (!isTheOne.getAsBoolean()) {
                    stopAll();
                    turns = TURNS_MAX;
                } else if (turns >= TURNS_MAX) {
                    compare();
                    turns = 0;
                    toldFailure = null;
                }
                turns = await() ? TURNS_MAX : turns + 1;
            } catch (InterruptedException _) {
                return; // only stop() interrupts
            } catch (RuntimeException e) {
                tell(e);
                turns++;
            }
        }
    }

    /// @return true when a webhook has changed
    private boolean await() throws InterruptedException {
        boolean isChanged = signal.tryAcquire(TURN_MILLIS, TimeUnit.MILLISECONDS);
        signal.drainPermits();
        return isChanged;
    }

    private void tell(RuntimeException failure) {
        String reason = String.valueOf(failure.getMessage());
        LOG.log(
                closed || reason.equals(toldFailure) ? Level.DEBUG : Level.WARNING,
                "the webhooks cannot be compared with their senders: " + reason + "; tried again",
                failure);
        toldFailure = reason;
    }

    private void compare() {
        Map<String, Webhook> wanted = new HashMap<>();
        for (Versioned<Webhook> one : webhooks.get()) {
            if (!one.state().paused()) {
                wanted.put(one.state().cursor(), one.state());
            }
        }
        List.copyOf(running.values()).stream()
                .map(Running::webhook)
                .filter(webhook -> !wanted.containsKey(webhook.cursor()))
                .forEach(webhook -> {
                    stop(webhook.cursor());
                    if (isOver.test(webhook)) { // it may have begun after it was forgotten
                        handlers.forget(webhook.cursor());
                    }
                });
        keyless.retainAll(wanted.keySet());
        wanted.forEach(this::run);
    }

    private void run(String cursor, Webhook webhook) {
        List<Webhook.Secret> secrets = webhook.secretsAt(clock.instant());
        Made made = new Made(webhook.url(), webhook.types(), secrets);
        Running now = running.get(cursor);
        if (now != null && now.made().equals(made)) {
            return;
        }
        WebhookSender sender = senders.of(webhook, secrets);
        if (sender == null) {
            LOG.log(
                    keyless.add(cursor) ? Level.ERROR : Level.DEBUG,
                    "the webhook {0} sends nothing: the key of its secret is not in cobnut.webhooks.keys",
                    webhook.webhookId());
            stop(cursor);
            return;
        }
        keyless.remove(cursor);
        handlers.run(sender, webhook.after());
        running.put(cursor, new Running(webhook, made, sender));
    }

    private void stop(String cursor) {
        handlers.stop(cursor);
        running.remove(cursor);
    }

    private void stopAll() {
        List.copyOf(running.keySet()).forEach(this::stop);
    }

    @Override
    public void start() {
        if (!started) {
            started = true;
            handlers.start();
            thread.start();
        }
    }

    @Override
    public void stop() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        handlers.close();
    }

    @Override
    public boolean isRunning() {
        return started && !closed;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /// As the framework's node: Spring's test framework pauses contexts that are not in use.
    @Override
    public boolean isPauseable() {
        return false;
    }
}
