package dev.cobnut.orders.webhook;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.Journal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Webhooks as folds of a journal's events, for tests without a node.
final class WebhookStreams implements CommandGateway<Webhook, WebhookCommand> {

    private static final int EVENTS_MAX = 100;

    private final WebhookDecider decider = new WebhookDecider();
    private final EventCodec<WebhookEvent> codec = decider.codec();
    private final Journal journal;

    WebhookStreams(Journal journal) {
        this.journal = journal;
    }

    /// Appends events of one webhook.
    ///
    /// @return the webhook with all its events
    Webhook append(UUID webhookId, WebhookEvent... events) {
        StreamId stream = stream(webhookId.toString());
        for (WebhookEvent event : events) {
            AppendRequest request =
                    AppendRequest.of(
                            stream,
                            new ExpectedVersion.Any(),
                            List.of(
                                    new NewEvent(
                                            UUID.randomUUID(),
                                            codec.type(event),
                                            codec.schemaVersion(event),
                                            codec.encode(event),
                                            EventMetadata.at(Instant.now()))),
                            null);
            journal.append(request);
            AppendResult result = request.result().orTimeout(1, TimeUnit.MINUTES).join();
            if (!(result instanceof AppendResult.Appended)) {
                throw new AssertionError("not appended: " + result);
            }
        }
        return state(stream).orElseThrow().state();
    }

    @Override
    public StreamId stream(String id) {
        return StreamId.of(WebhookDecider.CATEGORY, id);
    }

    @Override
    public Optional<Versioned<Webhook>> state(StreamId stream) {
        Webhook webhook = null;
        List<RecordedEvent> events = events(stream, 0, EVENTS_MAX);
        for (RecordedEvent event : events) {
            webhook = decider.evolve(webhook, codec.decode(event));
        }
        return Optional.ofNullable(webhook)
                .map(state -> new Versioned<>(Objects.requireNonNull(state), events.size()));
    }

    @Override
    public List<RecordedEvent> events(StreamId stream, long afterVersion, int limit) {
        return journal.read(stream, afterVersion, limit);
    }

    @Override
    public CommandResult<Webhook> send(Command<? extends WebhookCommand> command) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Versioned<Webhook>> past(StreamId stream, Predicate<RecordedEvent> accepted) {
        throw new UnsupportedOperationException();
    }
}
