package com.example.library;

import static dev.cobnut.framework.command.Decision.accepted;
import static dev.cobnut.framework.command.Decision.missing;
import static dev.cobnut.framework.command.Decision.refused;

import module java.base;
import com.example.library.CopyCommand.*;
import com.example.library.CopyEvent.*;
import dev.cobnut.framework.command.*;
import dev.cobnut.framework.event.*;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

sealed interface CopyEvent {
    record CopyAcquired(String title) implements CopyEvent {}
    record CopyLent(UUID card, Instant due) implements CopyEvent {}
    record CopyReturned(UUID card, long daysLate) implements CopyEvent {}
}

sealed interface CopyCommand {
    record Acquire(String title) implements CopyCommand {}
    record Lend(UUID card) implements CopyCommand {}
    record Return() implements CopyCommand {}
}

/// A copy of a book. `loan` is null while the library has it.
record Copy(String title, @Nullable CopyLent loan) {}

final class CopyDecider implements Decider<Copy, CopyCommand, CopyEvent> {
    static final Duration LOAN = Duration.ofDays(28);
    private final EventCodec<CopyEvent> codec = JsonEventCodec.of(CopyEvent.class, JsonMapper.shared());

    @Override public String category() { return "copy"; }
    @Override public EventCodec<CopyEvent> codec() { return codec; }
    @Override public Decision<CopyEvent> decide(@Nullable Copy copy, CopyCommand command, Instant now) {
        return switch (command) {
            case Acquire(String title) when copy == null -> accepted(new CopyAcquired(title));
            case Acquire _ -> refused("copy-acquired", "The library has this copy already.");
            case CopyCommand _ when copy == null -> missing();
            case Lend(UUID card) when copy.loan() == null -> accepted(new CopyLent(card, now.plus(LOAN)));
            case Lend _ -> refused("copy-lent", "The copy is lent until " + copy.loan().due() + ".");
            case Return() when copy.loan() == null -> refused("copy-not-lent", "The copy is not lent.");
            case Return() -> accepted(new CopyReturned(copy.loan().card(),
                    Math.max(0, Duration.between(copy.loan().due(), now).toDays())));
        };
    }
    @Override public Copy evolve(@Nullable Copy copy, CopyEvent event) {
        return switch (event) {
            case CopyAcquired(String title) -> new Copy(title, null);
            case CopyLent lent -> new Copy(copy.title(), lent);
            case CopyReturned _ -> new Copy(copy.title(), null);
        };
    }
}
