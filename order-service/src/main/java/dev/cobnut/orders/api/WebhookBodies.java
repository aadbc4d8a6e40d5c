package dev.cobnut.orders.api;

import dev.cobnut.framework.event.UnusableDomainException;
import dev.cobnut.framework.handler.Start;
import dev.cobnut.orders.domain.OrderEvent;
import dev.cobnut.orders.domain.OrderLimits;
import dev.cobnut.orders.webhook.WebhookCommand.Change;
import dev.cobnut.web.json.BodyFields;
import dev.cobnut.web.json.FieldNames;
import dev.cobnut.web.json.ObjectFields;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads the bodies of requests for webhooks. Every method throws a [ProblemException] that names
/// every wrong field.
final class WebhookBodies {

    static final String ACTIVE = "ACTIVE";
    static final String PAUSED = "PAUSED";

    /// What a redelivery without a position means.
    static final String PARKED = "parked";

    private static final FieldNames NEW =
            FieldNames.required("url").optional("types").optional("customerId").optional("start");
    private static final FieldNames CHANGE =
            FieldNames.required().optional("url").optional("types").optional("status");
    private static final FieldNames REDELIVERY = FieldNames.required().optional("from");

    /// A `sequence` has 19 digits.
    private static final int SEQUENCE_DIGITS_MAX = 19;

    /// Types of events that a webhook can ask for.
    private static final List<String> TYPES =
            Arrays.stream(OrderEvent.class.getPermittedSubclasses())
                    .map(Class::getSimpleName)
                    .sorted()
                    .toList();

    /// @param start as it was written
    record NewWebhook(String url, List<String> types, @Nullable String customerId, String start) {}

    private WebhookBodies() {}

    /// @param urlProblem gives what is wrong with an address, or null
    static NewWebhook registration(byte[] body, Function<String, @Nullable String> urlProblem) {
        return BodyFields.read(
                body,
                fields -> {
                    String url = null;
                    String customerId = null;
                    String start = "now";
                    List<String> types = List.of();
                    ObjectFields object = fields.object(NEW);
                    String name;
                    while (object != null && (name = object.next()) != null) {
                        switch (name) {
                            case "url" -> url = fields.text(urlProblem);
                            case "types" -> types = types(fields);
                            case "customerId" -> customerId = fields.text(WebhookBodies::idProblem);
                            case "start" -> {
                                String given = fields.text(WebhookBodies::startProblem);
                                start = given == null ? start : given;
                            }
                            default -> throw new AssertionError(name);
                        }
                    }
                    return url == null ? null : new NewWebhook(url, types, customerId, start);
                });
    }

    /// @param urlProblem gives what is wrong with an address, or null
    static Change change(byte[] body, Function<String, @Nullable String> urlProblem) {
        return BodyFields.read(
                body,
                fields -> {
                    String url = null;
                    List<String> types = null;
                    Boolean paused = null;
                    ObjectFields object = fields.object(CHANGE);
                    String name;
                    while (object != null && (name = object.next()) != null) {
                        switch (name) {
                            case "url" -> url = fields.text(urlProblem);
                            case "types" -> types = types(fields);
                            case "status" -> {
                                String status = fields.text(WebhookBodies::statusProblem);
                                paused = PAUSED.equals(status);
                            }
                            default -> throw new AssertionError(name);
                        }
                    }
                    return object == null ? null : new Change(url, types, paused);
                });
    }

    /// @return `parked`, or what [#isSequence] or [Start#parse] reads
    static String redelivery(byte[] body) {
        if (body.length == 0) {
            return PARKED;
        }
        return BodyFields.read(
                body,
                fields -> {
                    String from = PARKED;
                    ObjectFields object = fields.object(REDELIVERY);
                    while (object != null && object.next() != null) {
                        from = fields.text(WebhookBodies::fromProblem);
                    }
                    return object == null ? null : from;
                });
    }

    /// True for the `sequence` of an event.
    static boolean isSequence(String text) {
        return !text.isEmpty()
                && text.length() <= SEQUENCE_DIGITS_MAX
                && text.chars().allMatch(c -> c >= '0' && c <= '9')
                && (text.length() < SEQUENCE_DIGITS_MAX || text.charAt(0) == '0');
    }

    private static List<String> types(BodyFields fields) {
        if (!fields.beginsArray()) {
            return List.of();
        }
        TreeSet<String> types = new TreeSet<>();
        int count = 0;
        while (fields.nextElement()) {
            String type = fields.text(WebhookBodies::typeProblem);
            if (type != null && count < TYPES.size()) {
                types.add(type);
            }
            count++;
        }
        return List.copyOf(types);
    }

    private static @Nullable String typeProblem(String type) {
        return TYPES.contains(type) ? null : "must be one of " + String.join(", ", TYPES);
    }

    private static @Nullable String statusProblem(String status) {
        return status.equals(ACTIVE) || status.equals(PAUSED) ? null : "must be ACTIVE or PAUSED";
    }

    private static @Nullable String idProblem(String text) {
        return OrderLimits.textProblem(text, OrderLimits.ID_LENGTH_MAX);
    }

    private static @Nullable String startProblem(String text) {
        return isStart(text)
                ? null
                : "must be now, beginning or an instant such as 2026-11-23T06:00:00Z";
    }

    private static boolean isStart(String text) {
        try {
            Start _ = Start.parse(text);
            return true;
        } catch (UnusableDomainException _) {
            return false;
        }
    }

    private static @Nullable String fromProblem(String text) {
        return text.equals(PARKED) || isSequence(text) || (isStart(text) && !isNow(text))
                ? null
                : "must be parked, beginning, an instant such as 2026-11-23T06:00:00Z, or the"
                        + " sequence of the last event that came";
    }

    private static boolean isNow(String text) {
        return Start.parse(text) instanceof Start.Now;
    }
}
