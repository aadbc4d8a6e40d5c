package dev.cobnut.web.guide;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult.Accepted;
import dev.cobnut.web.answer.CommandAnswers;
import dev.cobnut.web.answer.StreamResource;
import dev.cobnut.web.guide.GiftCards.CardCommand;
import dev.cobnut.web.guide.GiftCards.GiftCard;
import dev.cobnut.web.guide.GiftCards.Sell;
import dev.cobnut.web.guide.GiftCards.SellNoted;
import dev.cobnut.web.guide.GiftCards.Spend;
import dev.cobnut.web.request.Fingerprint;
import dev.cobnut.web.request.RequestHeaders;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Positive;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/cards")
class GiftCardController {

    static final AtomicReference<String> LAST_EVENT = new AtomicReference<>();

    record Amount(@Positive long cents) {}

    private final StreamResource<GiftCard, CardCommand> cards;
    private final CommandGateway<GiftCard, CardCommand> gateway;

    GiftCardController(CommandGateway<GiftCard, CardCommand> gateway) {
        this.gateway = gateway;
        this.cards = StreamResource.of("card", gateway, "/cards", GiftCards.NO_SUCH_CARD);
    }

    @PostMapping
    ResponseEntity<GiftCard> sell(@Valid @RequestBody Amount body, HttpServletRequest request) {
        return cards.create(new Sell(body.cents()), request);
    }

    @PostMapping("/{id}/spend")
    ResponseEntity<GiftCard> spend(
            @PathVariable UUID id, @Valid @RequestBody Amount body, HttpServletRequest request) {
        return cards.change(id, new Spend(body.cents()), request);
    }

    @GetMapping("/{id}")
    ResponseEntity<GiftCard> card(@PathVariable UUID id) {
        return cards.read(id);
    }

    /// The note of a card has its id, which the service chooses.
    @PostMapping("/noted")
    ResponseEntity<GiftCard> sellNoted(
            @Valid @RequestBody Amount body, HttpServletRequest request) {
        return cards.create(id -> new SellNoted(id, body.cents()), request);
    }

    record Receipt(long paid, long left) {}

    private final CommandAnswers answers =
            CommandAnswers.of("card", GiftCards.NO_SUCH_CARD, id -> "/cards/" + id);

    @PostMapping("/{id}/payments")
    Receipt pay(
            @PathVariable UUID id,
            @Valid @RequestBody Amount body,
            HttpServletRequest request,
            HttpServletResponse response) {
        Command<CardCommand> pay =
                RequestHeaders.applied(
                        Command.to(GiftCards.streamOf(id), new Spend(body.cents())),
                        () -> Fingerprint.of("v1", "pay", id, body.cents()),
                        request);
        Accepted<GiftCard> paid = answers.accepted(gateway.send(pay), request, response);
        return new Receipt(body.cents(), paid.state().cents());
    }

    @PostMapping(path = "/events", consumes = "application/cloudevents+json")
    void receive(@RequestBody String event) {
        LAST_EVENT.set(event);
    }

    @GetMapping
    String firstAbove(@RequestParam int cents) {
        throw new IllegalStateException("no index of cards above " + cents);
    }
}
