package dev.cobnut.orders.webhook;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.CommandResult.Accepted;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.handler.HandlerStatus;
import dev.cobnut.framework.handler.RuntimeHandlers;
import dev.cobnut.framework.handler.Start;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.orders.webhook.Webhook.Secret;
import dev.cobnut.orders.webhook.WebhookCommand.Register;
import dev.cobnut.orders.webhook.WebhookCommand.Room;
import dev.cobnut.orders.webhook.WebhookCommand.RotateSecret;
import dev.cobnut.sink.http.GuardedClient;
import dev.cobnut.sink.http.HttpSink;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What the API asks about webhooks and tells them. Thread-safe; a call may block for the time of a
/// commit, of a read, or of a request to a receiver.
public final class Webhooks {

    /// Most characters of the address of a receiver.
    public static final int URL_LENGTH_MAX = 2_000;

    /// Most parked orders that are listed of a webhook.
    public static final int PARKED_LISTED_MAX = 100;

    /// Type of the event of a test delivery.
    public static final String PING = "WebhookPing";

    /// Most test deliveries at the same time.
    private static final int PINGS_MAX = 8;

    private final CommandGateway<Webhook, WebhookCommand> gateway;
    private final Journal journal;
    private final WebhookIndex index;
    private final RuntimeHandlers handlers;
    private final WebhookRunner runner;
    private final HttpSinks sinks;
    private final GuardedClient client;
    private final WebhookSecrets secrets;
    private final WebhookSettings settings;
    private final TimeOrderedIds ids;
    private final InstantSource clock;
    private final ReentrantLock registration = new ReentrantLock();
    private final Semaphore pings = new Semaphore(PINGS_MAX);

    /// Makes the sink of a webhook.
    @FunctionalInterface
    interface HttpSinks {

        /// @return null when no secret can be computed
        @Nullable HttpSink of(Webhook webhook, List<Secret> secrets);
    }

    Webhooks(
            CommandGateway<Webhook, WebhookCommand> gateway,
            Journal journal,
            WebhookIndex index,
            RuntimeHandlers handlers,
            WebhookRunner runner,
            HttpSinks sinks,
            GuardedClient client,
            WebhookSecrets secrets,
            WebhookSettings settings,
            TimeOrderedIds ids,
            InstantSource clock) {
        this.gateway = gateway;
        this.journal = journal;
        this.index = index;
        this.handlers = handlers;
        this.runner = runner;
        this.sinks = sinks;
        this.client = client;
        this.secrets = secrets;
        this.settings = settings;
        this.ids = ids;
        this.clock = clock;
    }

    /// What a caller registers.
    ///
    /// @param customerId only of this customer's orders; null: of all
    /// @param types only events of these types; empty: of all
    public record Wanted(
            String owner,
            String url,
            List<String> types,
            @Nullable String customerId,
            Start start) {
        public Wanted {
            types = List.copyOf(types);
        }
    }

    /// How far a webhook is.
    ///
    /// @param position every event through it is delivered or parked
    /// @param behind number of events in the journal after it, also those that it does not want
    /// @param parked the first parked orders, at most [#PARKED_LISTED_MAX]
    /// @param isHere true when this member sends its events
    /// @param lastFailureAt null when nothing has failed here since this member sends
    /// @param lastFailure the reason
    public record Delivery(
            long position,
            long behind,
            long parkedOrders,
            List<ParkedStream> parked,
            boolean isHere,
            @Nullable Instant lastFailureAt,
            @Nullable String lastFailure) {}

    /// What is wrong with the address of a receiver; null when nothing is. Asks a name server.
    public @Nullable String problem(String url) {
        if (url.length() > URL_LENGTH_MAX) {
            return "must have at most %d characters".formatted(URL_LENGTH_MAX);
        }
        try {
            return client.problem(new URI(url));
        } catch (URISyntaxException _) {
            return "must be an address such as https://shop.example/events";
        }
    }

    /// Registers a webhook. Of registrations at the same time, one waits for the other, so that no
    /// member exceeds the limits. Members that register at the same moment may, by one each.
    ///
    /// @param completed adds to the command what the request says about it
    public CommandResult<Webhook> register(
            Wanted wanted, UnaryOperator<Command<WebhookCommand>> completed) {
        UUID id = ids.next();
        registration.lock();
        try {
            List<Versioned<Webhook>> all = index.all();
            long own =
                    all.stream().filter(one -> one.state().owner().equals(wanted.owner())).count();
            Room room = new Room(all.size(), settings.max(), Math.toIntExact(own), ownMax(wanted));
            Register command =
                    new Register(
                            id,
                            wanted.owner(),
                            wanted.customerId(),
                            wanted.url(),
                            wanted.types(),
                            secrets.currentKey(),
                            before(wanted.start()),
                            room);
            CommandResult<Webhook> result =
                    gateway.send(
                            completed.apply(
                                    Command.beginning(gateway.stream(id.toString()), command)));
            if (result instanceof Accepted<Webhook> accepted && !accepted.repeated()) {
                index.put(id.toString()); // the indexer does it, too, but later
                runner.changed();
            }
            return result;
        } finally {
            registration.unlock();
        }
    }

    /// Without authentication all webhooks belong to the one caller that there is.
    private int ownMax(Wanted wanted) {
        return wanted.owner().isEmpty() ? settings.max() : settings.maxPerCaller();
    }

    /// @param completed adds to the command what the request says about it
    public CommandResult<Webhook> change(
            UUID id, WebhookCommand command, UnaryOperator<Command<WebhookCommand>> completed) {
        CommandResult<Webhook> result =
                gateway.send(completed.apply(Command.to(gateway.stream(id.toString()), command)));
        if (result instanceof Accepted<Webhook> accepted) {
            if (accepted.state().deleted()) {
                index.remove(id.toString());
            }
            runner.changed();
        }
        return result;
    }

    /// The command that gives a webhook a new secret.
    public RotateSecret rotation() {
        return new RotateSecret(secrets.currentKey(), settings.secretOverlap());
    }

    /// All webhooks, newest first.
    public List<Versioned<Webhook>> all() {
        return index.all();
    }

    /// @return empty when there is none with this id, or it is deleted
    public Optional<Versioned<Webhook>> find(UUID id) {
        return gateway.state(gateway.stream(id.toString()))
                .filter(webhook -> !webhook.state().deleted());
    }

    /// The secret that signs from now on; null when its key is not configured any more.
    public @Nullable String secret(Webhook webhook) {
        return secrets.secret(webhook.webhookId(), webhook.secrets().getFirst());
    }

    /// The last position before the events of a start.
    public long before(Start start) {
        return switch (start) {
            case Start.Beginning() -> 0;
            case Start.Now() -> journal.lastPosition();
            case Start.At(var instant) -> journal.cursors().positionBefore(instant);
        };
    }

    public Delivery delivery(Webhook webhook) {
        List<HandlerStatus> known = handlers.statuses(List.of(webhook.cursor()));
        WebhookSender sender = runner.sender(webhook);
        WebhookSender.Failure failure = sender == null ? null : sender.lastFailure();
        long position = known.isEmpty() ? webhook.after() : known.getFirst().position();
        return new Delivery(
                position,
                Math.max(0, journal.lastPosition() - position),
                known.isEmpty() ? 0 : known.getFirst().parked(),
                handlers.parked(webhook.cursor(), PARKED_LISTED_MAX),
                sender != null,
                failure == null ? null : failure.at(),
                failure == null ? null : failure.reason());
    }

    /// Tries all parked orders of a webhook again, whichever member sends its events.
    ///
    /// @return their number
    public int retryParked(Webhook webhook) {
        return handlers.retryAll(webhook.cursor());
    }

    /// Sends an event of the type [#PING] to the receiver of a webhook, once.
    ///
    /// @return null when too many test deliveries are on their way
    public HttpSink.@Nullable TestDelivery ping(Webhook webhook) throws InterruptedException {
        if (!pings.tryAcquire()) {
            return null;
        }
        try {
            Instant now = clock.instant();
            HttpSink sink = sinks.of(webhook, webhook.secretsAt(now));
            return Objects.requireNonNull(sink, "the key of the webhook's secret is not configured")
                    .test(
                            new RecordedEvent(
                                    ids.next(),
                                    gateway.stream(webhook.webhookId().toString()),
                                    0,
                                    PING,
                                    1,
                                    Payload.ofUtf8("{}"),
                                    EventMetadata.at(now),
                                    0,
                                    0));
        } finally {
            pings.release();
        }
    }
}
