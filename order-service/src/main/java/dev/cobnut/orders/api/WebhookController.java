package dev.cobnut.orders.api;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.CommandResult.Accepted;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.handler.Start;
import dev.cobnut.orders.access.Caller;
import dev.cobnut.orders.access.Scope;
import dev.cobnut.orders.webhook.Webhook;
import dev.cobnut.orders.webhook.WebhookCommand;
import dev.cobnut.orders.webhook.WebhookCommand.Change;
import dev.cobnut.orders.webhook.WebhookCommand.Delete;
import dev.cobnut.orders.webhook.WebhookCommand.Redeliver;
import dev.cobnut.orders.webhook.Webhooks;
import dev.cobnut.sink.http.HttpSink.TestDelivery;
import dev.cobnut.web.answer.Answers;
import dev.cobnut.web.answer.CommandAnswers;
import dev.cobnut.web.problem.Problem.FieldProblem;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.Bodies;
import dev.cobnut.web.request.Fingerprint;
import dev.cobnut.web.request.MediaTypes;
import dev.cobnut.web.request.QueryParameters;
import dev.cobnut.web.request.RequestHeaders;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Webhooks: who wants to know what becomes of orders. A caller sees its own ones only.
@RestController
@RequestMapping(path = WebhookController.PATH, produces = MediaTypes.JSON)
@ConditionalOnProperty("cobnut.webhooks.enabled")
final class WebhookController {

    static final String PATH = "/webhooks";

    static final ProblemType MALFORMED_WEBHOOK_ID =
            new ProblemType(
                    "malformed-webhook-id",
                    400,
                    "This is not a webhook id",
                    "A webhook id is a UUID in its canonical form.");
    static final ProblemType WEBHOOK_NOT_FOUND =
            new ProblemType(
                    "webhook-not-found",
                    404,
                    "There is no such webhook",
                    "No webhook with this id was registered by the caller, or it is deleted.");

    private static final int PING_RETRY_SECONDS = 2;
    private static final String FORM = "v1";

    private static final CommandAnswers ANSWERS =
            CommandAnswers.of("webhook", WEBHOOK_NOT_FOUND, id -> PATH + "/" + id);

    private final Webhooks webhooks;

    WebhookController(Webhooks webhooks) {
        this.webhooks = webhooks;
    }

    @PostMapping
    void register(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = Caller.of(request);
        var body = WebhookBodies.registration(Bodies.of(request), webhooks::problem);
        if (body.customerId() != null) {
            caller.requireOwn(
                    body.customerId(),
                    FieldProblem.pointer("/customerId", "must be the caller's own customer"));
        }
        String customerId = caller.customerId() == null ? body.customerId() : caller.customerId();
        Accepted<Webhook> accepted =
                ANSWERS.accepted(
                        webhooks.register(
                                new Webhooks.Wanted(
                                        caller.id(),
                                        body.url(),
                                        body.types(),
                                        customerId,
                                        Start.parse(body.start())),
                                completed(
                                        request,
                                        "register",
                                        body.url(),
                                        customerId,
                                        body.start(),
                                        String.join(",", body.types()))),
                        request);
        Webhook webhook = accepted.state();
        response.setStatus(HttpServletResponse.SC_CREATED);
        response.setHeader("Location", ANSWERS.path(webhook.webhookId().toString()));
        answer(response, webhook, accepted.version(), webhooks.secret(webhook));
    }

    @GetMapping
    void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
        new QueryParameters(request).requireAllFine();
        Caller caller = Caller.of(request);
        Answers.send(
                response,
                MediaTypes.JSON,
                WebhookJson.list(
                        webhooks.all().stream().filter(one -> sees(caller, one.state())).toList()));
    }

    @GetMapping("/{id}")
    void webhook(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        new QueryParameters(request).requireAllFine();
        Versioned<Webhook> found = find(id, request);
        String etag = Answers.etag(found.version());
        response.setHeader("ETag", etag);
        if (RequestHeaders.noneMatchHas(request, etag)) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        Answers.send(
                response,
                MediaTypes.JSON,
                WebhookJson.webhook(
                        found.state(), found.version(), webhooks.delivery(found.state())));
    }

    @PatchMapping("/{id}")
    void change(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        UUID webhook = find(id, request).state().webhookId();
        Change change = WebhookBodies.change(Bodies.of(request), webhooks::problem);
        Accepted<Webhook> accepted =
                send(
                        webhook,
                        change,
                        request,
                        "change",
                        change.url(),
                        change.types() == null ? null : String.join(",", change.types()),
                        change.paused() == null ? null : change.paused().toString());
        answer(response, accepted.state(), accepted.version(), null);
    }

    @DeleteMapping("/{id}")
    void delete(@PathVariable String id, HttpServletRequest request, HttpServletResponse response) {
        UUID webhook = find(id, request).state().webhookId();
        Delete command = OrderCommandParser.without(Bodies.of(request), new Delete());
        Accepted<Webhook> _ = send(webhook, command, request, "delete");
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    }

    /// Gives the webhook a new secret. The former one signs, too, for a while.
    @PostMapping("/{id}/secret")
    void rotate(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        UUID webhook = find(id, request).state().webhookId();
        var command = OrderCommandParser.without(Bodies.of(request), webhooks.rotation());
        Accepted<Webhook> accepted = send(webhook, command, request, "secret");
        answer(response, accepted.state(), accepted.version(), webhooks.secret(accepted.state()));
    }

    @PostMapping("/{id}/redeliver")
    void redeliver(
            @PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Webhook webhook = find(id, request).state();
        String from = WebhookBodies.redelivery(Bodies.of(request));
        if (from.equals(WebhookBodies.PARKED)) {
            byte[] retried = WebhookJson.retried(webhooks.retryParked(webhook));
            Answers.send(response, MediaTypes.JSON, retried);
            return;
        }
        long last = webhooks.before(Start.NOW);
        long after =
                WebhookBodies.isSequence(from)
                        ? Math.min(last, Long.parseLong(from))
                        : webhooks.before(Start.parse(from));
        Accepted<Webhook> accepted =
                send(webhook.webhookId(), new Redeliver(after), request, "redeliver", from);
        answer(response, accepted.state(), accepted.version(), null);
    }

    @PostMapping("/{id}/ping")
    void ping(@PathVariable String id, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Webhook webhook = find(id, request).state();
        Webhook pinged = OrderCommandParser.without(Bodies.of(request), webhook);
        try {
            TestDelivery tested = webhooks.ping(pinged);
            if (tested == null) {
                throw ProblemException.unavailable(
                        "Too many test deliveries are on their way.", PING_RETRY_SECONDS);
            }
            Answers.send(response, MediaTypes.JSON, WebhookJson.ping(tested));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ProblemException.unavailable("The service is stopping.", PING_RETRY_SECONDS);
        }
    }

    private Versioned<Webhook> find(String path, HttpServletRequest request) {
        UUID id = RequestHeaders.uuid(path);
        if (id == null) {
            throw ProblemException.of(
                    MALFORMED_WEBHOOK_ID,
                    "The webhook id in the path is not a UUID like 019aa2f4-5b1c-7c3e-8f10-2b7d3c9e4a55.");
        }
        Caller caller = Caller.of(request);
        return webhooks.find(id)
                .filter(found -> sees(caller, found.state()))
                .orElseThrow(ANSWERS::missing);
    }

    /// A caller that acts for one customer, and did not always, sees none of its webhooks for the
    /// orders of others: by a new address or a redelivery it would get what it no longer sees.
    private static boolean sees(Caller caller, Webhook webhook) {
        String own = caller.customerId();
        return caller.may(Scope.ADMIN)
                || (webhook.owner().equals(caller.id())
                        && (own == null || own.equals(webhook.customerId())));
    }

    private Accepted<Webhook> send(
            UUID id,
            WebhookCommand command,
            HttpServletRequest request,
            String kind,
            @Nullable String... content) {
        String[] all = new String[content.length + 1];
        all[0] = id.toString();
        System.arraycopy(content, 0, all, 1, content.length);
        CommandResult<Webhook> result = webhooks.change(id, command, completed(request, kind, all));
        return ANSWERS.accepted(result, request);
    }

    /// Adds the headers. The key of a command has a fingerprint of what the client said, not of
    /// what the service adds.
    private static UnaryOperator<Command<WebhookCommand>> completed(
            HttpServletRequest request, String kind, @Nullable String... content) {
        return command ->
                RequestHeaders.applied(
                        command,
                        () -> {
                            Fingerprint fingerprint =
                                    Fingerprint.begin(FORM).add("webhook").add(kind);
                            for (String part : content) {
                                fingerprint.add(part);
                            }
                            return fingerprint.sha256();
                        },
                        request);
    }

    private static void answer(
            HttpServletResponse response, Webhook webhook, long version, @Nullable String secret)
            throws IOException {
        response.setHeader("ETag", Answers.etag(version));
        Answers.send(response, MediaTypes.JSON, WebhookJson.webhook(webhook, version, secret));
    }
}
