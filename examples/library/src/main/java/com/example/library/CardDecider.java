package com.example.library;

import static dev.cobnut.framework.command.Decision.accepted;
import static dev.cobnut.framework.command.Decision.missing;
import static dev.cobnut.framework.command.Decision.refused;

import module java.base;
import com.example.library.CardCommand.*;
import com.example.library.CardEvent.*;
import dev.cobnut.framework.command.*;
import dev.cobnut.framework.event.*;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

sealed interface CardEvent {
    record CardRegistered(String name, String email) implements CardEvent {}
    record LoanRequested(UUID copy) implements CardEvent {}
    record LoanGranted(UUID copy) implements CardEvent {}
    record LoanDropped(UUID copy, String reason) implements CardEvent {}
    record LoanEnded(UUID copy) implements CardEvent {}
    record FineCharged(long cents, String reason) implements CardEvent {}
}

sealed interface CardCommand {
    record Register(String name, String email) implements CardCommand {}
    record RequestLoan(UUID copy) implements CardCommand {}
    record GrantLoan(UUID copy) implements CardCommand {}
    record DropLoan(UUID copy, String reason) implements CardCommand {}
    record EndLoan(UUID copy, long daysLate) implements CardCommand {}
    record ChargeFine(long cents, String reason) implements CardCommand {}
}

enum Loan { REQUESTED, GRANTED }

/// A member's card: its loans by copy, and the last request that was dropped.
record Card(String name, String email, Map<UUID, Loan> loans, @Nullable LoanDropped dropped, long finesCents) {
    /// Puts a copy on the card, or takes it off when the loan is null.
    Card with(UUID copy, @Nullable Loan loan) {
        Map<UUID, Loan> changed = new TreeMap<>(loans);
        changed.compute(copy, (_, _) -> loan);
        return new Card(name, email, changed, dropped, finesCents);
    }
}

final class CardDecider implements Decider<Card, CardCommand, CardEvent> {
    static final int LOANS_MAX = 5;
    static final long CENTS_PER_DAY = 25;
    private final EventCodec<CardEvent> codec = JsonEventCodec.of(CardEvent.class, JsonMapper.shared());

    @Override public String category() { return "card"; }
    @Override public EventCodec<CardEvent> codec() { return codec; }
    @Override public Decision<CardEvent> decide(@Nullable Card card, CardCommand command, Instant now) {
        return switch (command) {
            case Register(String name, String email) when card == null -> accepted(new CardRegistered(name, email));
            case Register _ -> refused("card-registered", "The card is registered already.");
            case CardCommand _ when card == null -> missing();
            case RequestLoan(UUID copy) when card.loans().containsKey(copy) ->
                    refused("copy-requested", "The card has asked for this copy already.");
            case RequestLoan _ when card.loans().size() >= LOANS_MAX ->
                    refused("too-many-loans", "A card has at most " + LOANS_MAX + " loans.");
            case RequestLoan(UUID copy) -> accepted(new LoanRequested(copy));
            case GrantLoan(UUID copy) -> accepted(new LoanGranted(copy));
            case DropLoan(UUID copy, String reason) -> accepted(new LoanDropped(copy, reason));
            case EndLoan(UUID copy, long days) when days > 0 ->
                    accepted(new LoanEnded(copy), new FineCharged(days * CENTS_PER_DAY, days + " days late"));
            case EndLoan(UUID copy, _) -> accepted(new LoanEnded(copy));
            case ChargeFine(long cents, String reason) -> accepted(new FineCharged(cents, reason));
        };
    }
    @Override public Card evolve(@Nullable Card card, CardEvent event) {
        return switch (event) {
            case CardRegistered(String name, String email) -> new Card(name, email, Map.of(), null, 0);
            case LoanRequested(UUID copy) -> card.with(copy, Loan.REQUESTED);
            case LoanGranted(UUID copy) -> card.with(copy, Loan.GRANTED);
            case LoanEnded(UUID copy) -> card.with(copy, null);
            case LoanDropped drop ->
                    new Card(card.name(), card.email(), card.with(drop.copy(), null).loans(), drop, card.finesCents());
            case FineCharged(long cents, _) ->
                    new Card(card.name(), card.email(), card.loans(), card.dropped(), card.finesCents() + cents);
        };
    }
}
