package dev.cobnut.web.guide;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult.Accepted;
import dev.cobnut.web.answer.Answers;
import dev.cobnut.web.answer.CommandAnswers;
import dev.cobnut.web.guide.GiftCards.CardCommand;
import dev.cobnut.web.guide.GiftCards.GiftCard;
import dev.cobnut.web.guide.GiftCards.Sell;
import dev.cobnut.web.guide.GiftCards.Spend;
import dev.cobnut.web.request.Fingerprint;
import dev.cobnut.web.request.RequestHeaders;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Positive;
import java.net.URI;
import java.util.UUID;
import java.util.function.Supplier;
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

    record Amount(@Positive long cents) {}

    private final CommandAnswers answers =
            CommandAnswers.of("card", GiftCards.NO_SUCH_CARD, id -> "/cards/" + id);
    private final CommandGateway<GiftCard, CardCommand> cards;

    GiftCardController(CommandGateway<GiftCard, CardCommand> cards) {
        this.cards = cards;
    }

    @PostMapping
    ResponseEntity<GiftCard> sell(@Valid @RequestBody Amount body, HttpServletRequest request) {
        Command<CardCommand> sell =
                Command.beginning(GiftCards.streamOf(UUID.randomUUID()), new Sell(body.cents()));
        Accepted<GiftCard> sold =
                send(sell, () -> Fingerprint.of("v1", "sell", body.cents()), request);
        return ResponseEntity.created(URI.create(answers.path(sold.stream().id())))
                .eTag(Answers.etag(sold.version()))
                .body(sold.state());
    }

    @PostMapping("/{id}/spend")
    ResponseEntity<GiftCard> spend(
            @PathVariable UUID id, @Valid @RequestBody Amount body, HttpServletRequest request) {
        Command<CardCommand> spend = Command.to(GiftCards.streamOf(id), new Spend(body.cents()));
        Accepted<GiftCard> spent =
                send(spend, () -> Fingerprint.of("v1", "spend", id, body.cents()), request);
        return ResponseEntity.ok().eTag(Answers.etag(spent.version())).body(spent.state());
    }

    @GetMapping("/{id}")
    GiftCard card(@PathVariable UUID id) {
        return cards.state(GiftCards.streamOf(id)).orElseThrow(answers::missing).state();
    }

    @GetMapping
    String firstAbove(@RequestParam int cents) {
        throw new IllegalStateException("no index of cards above " + cents);
    }

    private Accepted<GiftCard> send(
            Command<CardCommand> command,
            Supplier<String> fingerprint,
            HttpServletRequest request) {
        var complete = RequestHeaders.applied(command, fingerprint, request);
        return answers.accepted(cards.send(complete), request);
    }
}
