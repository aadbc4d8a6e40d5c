package com.example.inventory;

import module java.base;
import com.example.inventory.ReservationCommand.*;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import dev.cobnut.framework.command.*;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.web.answer.CommandAnswers;
import dev.cobnut.web.problem.*;
import dev.cobnut.web.request.Fingerprint;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.*;
import org.springframework.web.bind.annotation.*;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Receives the events of the order service. Each comes at least once, those of an order in their order.
@RestController
class OrderEventsController {
    private final CommandGateway<Reservation, ReservationCommand> reservations;
    private final CommandAnswers answers;
    private final ProblemType notGenuine;
    private final Webhook signature;

    OrderEventsController(CommandGateway<Reservation, ReservationCommand> reservations, ProblemType noSuchReservation,
            ProblemType notGenuine, @Value("${inventory.secret}") String secret) {
        this.reservations = reservations;
        this.answers = CommandAnswers.of("reservation", noSuchReservation, id -> "/reservations/" + id);
        this.notGenuine = notGenuine;
        this.signature = new Webhook(secret);
    }

    @PostMapping(path = "/order-events", consumes = "application/cloudevents+json")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void receive(@RequestHeader HttpHeaders headers, @RequestBody String body, HttpServletRequest request) {
        try {
            signature.verify(body, headers.toSingleValueMap().entrySet().stream()
                    .collect(Collectors.toMap(header -> header.getKey().toLowerCase(Locale.ROOT), header -> List.of(header.getValue()))));
        } catch (WebhookVerificationException e) {
            throw ProblemException.of(notGenuine, e.getMessage());
        }
        JsonNode event = JsonMapper.shared().readTree(body);
        ReservationCommand command = command(event.path("type").asString(), event.path("data"));
        if (command != null) {
            String id = event.path("id").asString();
            String order = event.path("subject").asString().replaceFirst("^order-", "");
            // a repetition has the same id, so the command takes effect once
            CommandResult<Reservation> result = reservations.send(Command.to(reservations.stream(order), command)
                    .withKey(new CommandKey(id, Fingerprint.of("v1", id))).causedBy(id));
            if (!(result instanceof CommandResult.Missing)) { // an order from before the first event that came
                answers.accepted(result, request);
            }
        }
    }

    private static @Nullable ReservationCommand command(String type, JsonNode data) {
        return switch (type) {
            case "OrderPlaced", "LinesChanged" -> {
                SortedMap<String, Integer> quantities = new TreeMap<>();
                data.path("lines").forEach(line ->
                        quantities.put(line.path("productId").asString(), line.path("quantity").asInt()));
                yield new Request(quantities);
            }
            case "OrderCancelled" -> new End(Ending.CANCELLED, data.path("reason").asString());
            case "OrderShipped" -> new End(Ending.SHIPPED, data.path("trackingNumber").asString());
            default -> null;
        };
    }
}
