package dev.cobnut.orders.webhook;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.ParkStreamException;
import dev.cobnut.framework.handler.RetryLaterException;
import dev.cobnut.orders.OrderDecider;
import dev.cobnut.sink.http.HttpSink;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Sends the events of one webhook, and remembers what happened last. Thread-safe.
final class WebhookSender implements EventHandler {

    private final HttpSink sink;
    private final WebhookMetrics metrics;
    private final InstantSource clock;
    private volatile @Nullable Failure lastFailure;

    /// @param at when the attempt ended
    /// @param reason a sentence for the subscriber
    record Failure(Instant at, String reason) {}

    WebhookSender(HttpSink sink, WebhookMetrics metrics, InstantSource clock) {
        this.sink = sink;
        this.metrics = metrics;
        this.clock = clock;
    }

    @Override
    public String name() {
        return sink.name();
    }

    @Override
    public Set<String> categories() {
        return Set.of(OrderDecider.CATEGORY);
    }

    @Override
    public void handle(RecordedEvent event) throws Exception {
        if (!sink.accepts(event)) {
            return;
        }
        try {
            sink.handle(event);
            metrics.delivered();
        } catch (RetryLaterException | ParkStreamException e) {
            failed(e);
            throw e;
        } catch (IOException e) {
            failed(e);
            throw new NotDelivered(e);
        }
    }

    private void failed(Exception failure) {
        lastFailure = new Failure(clock.instant(), String.valueOf(failure.getMessage()));
    }

    /// Null when nothing has failed on this member since the webhook was run.
    @Nullable Failure lastFailure() {
        return lastFailure;
    }

    /// A failed attempt whose text is the sentence only: subscribers read it in the list of parked
    /// orders.
    private static final class NotDelivered extends Exception {

        NotDelivered(IOException failure) {
            super(failure.getMessage(), failure, false, false);
        }

        @Override
        @SuppressWarnings("OverrideThrowableToString") // a class name is no sentence
        public String toString() {
            return String.valueOf(getMessage());
        }
    }
}
