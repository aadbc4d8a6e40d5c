package com.example.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.library.CardCommand.DropLoan;
import com.example.library.CardEvent.*;
import com.example.library.CopyEvent.*;
import dev.cobnut.framework.command.Command;
import dev.cobnut.test.scenario.HandlerOutcome;
import dev.cobnut.test.scenario.HandlerScenario;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LoanDeskTest {
    private static final UUID ADA = UUID.randomUUID();
    private static final UUID EVE = UUID.randomUUID();
    private static final UUID DUNE = UUID.randomUUID();
    private static final Instant DUE = Instant.parse("2026-12-21T10:00:00Z");

    private final CardDecider cards = new CardDecider();
    private final CopyDecider copies = new CopyDecider();
    private final HandlerScenario<CardEvent> desk =
            HandlerScenario.of(cards, around -> new LoanDesk(around.gateway(cards), around.gateway(copies)).handler())
                    .stream(copies, DUNE.toString())
                    .given(new CopyAcquired("Dune"))
                    .stream(cards, ADA.toString())
                    .given(new CardRegistered("Ada", "ada@example.org"));

    @Test
    void aFreeCopyIsLent() {
        HandlerOutcome<CardEvent> asked = desk.when(new LoanRequested(DUNE));
        assertThat(contents(asked)).containsExactly(new CopyCommand.Lend(ADA));
    }

    @Test
    void aRequestForALentCopyIsDroppedWithTheReason() {
        HandlerOutcome<CardEvent> asked = desk.stream(copies, DUNE.toString())
                .given(new CopyLent(EVE, DUE))
                .stream(cards, ADA.toString())
                .when(new LoanRequested(DUNE));
        assertThat(contents(asked))
                .containsExactly(
                        new CopyCommand.Lend(ADA), new DropLoan(DUNE, "The copy is lent until 2026-12-21T10:00:00Z."));
    }

    /// What the commands say. Their keys have the id of an event, which the scenario makes up.
    private static List<Object> contents(HandlerOutcome<?> outcome) {
        return outcome.commands().stream().<Object>map(Command::content).toList();
    }
}
