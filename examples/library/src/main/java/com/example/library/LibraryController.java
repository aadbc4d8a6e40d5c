package com.example.library;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.web.answer.StreamResource;
import dev.cobnut.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.*;
import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.*;

@RestController
class LibraryController {
    record NewCard(@NotBlank String name, @NotNull @Email String email) {}
    record NewLoan(@NotNull UUID copy) {}
    record NewFine(@Min(1) @Max(100_00) long cents, @NotBlank String reason) {}
    record NewCopy(@NotBlank String title) {}

    private final StreamResource<Card, CardCommand> cards;
    private final StreamResource<Copy, CopyCommand> copies;

    LibraryController(CommandGateway<Card, CardCommand> cards, ProblemType noSuchCard,
            CommandGateway<Copy, CopyCommand> copies, ProblemType noSuchCopy) {
        this.cards = StreamResource.of("card", cards, "/cards", noSuchCard);
        this.copies = StreamResource.of("copy", copies, "/copies", noSuchCopy);
    }

    @PostMapping("/cards")
    ResponseEntity<Card> register(@Valid @RequestBody NewCard body, HttpServletRequest request) {
        return cards.create(new CardCommand.Register(body.name(), body.email()), request);
    }

    @GetMapping("/cards/{id}")
    ResponseEntity<Card> card(@PathVariable UUID id) {
        return cards.read(id);
    }

    @PostMapping("/cards/{id}/loans")
    ResponseEntity<Card> loan(@PathVariable UUID id, @Valid @RequestBody NewLoan body, HttpServletRequest request) {
        return cards.change(id, new CardCommand.RequestLoan(body.copy()), request);
    }

    @PostMapping("/cards/{id}/fines")
    ResponseEntity<Card> fine(@PathVariable UUID id, @Valid @RequestBody NewFine body, HttpServletRequest request) {
        return cards.change(id, new CardCommand.ChargeFine(body.cents(), body.reason()), request);
    }

    @PostMapping("/copies")
    ResponseEntity<Copy> acquire(@Valid @RequestBody NewCopy body, HttpServletRequest request) {
        return copies.create(new CopyCommand.Acquire(body.title()), request);
    }

    @GetMapping("/copies/{id}")
    ResponseEntity<Copy> copy(@PathVariable UUID id) {
        return copies.read(id);
    }

    @PostMapping("/copies/{id}/return")
    ResponseEntity<Copy> takeBack(@PathVariable UUID id, HttpServletRequest request) {
        return copies.change(id, new CopyCommand.Return(), request);
    }
}
