package com.example.library;

import com.example.library.CardCommand.*;
import com.example.library.CardEvent.*;
import com.example.library.CopyEvent.*;
import dev.cobnut.test.scenario.ProcessScenario;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LoanDeskTest {
    private static final UUID ADA = UUID.randomUUID();
    private static final UUID EVE = UUID.randomUUID();
    private static final UUID DUNE = UUID.randomUUID();
    private static final Instant DUE = Instant.parse("2026-12-21T10:00:00Z");

    private final CardDecider cards = new CardDecider();
    private final CopyDecider copies = new CopyDecider();
    private final ProcessScenario<CardEvent> desk =
            ProcessScenario.of(cards, around -> LoanDesk.process(around.gateway(cards), around.gateway(copies)))
                    .stream(copies, DUNE.toString())
                    .given(new CopyAcquired("Dune"))
                    .stream(cards, EVE.toString())
                    .given(new CardRegistered("Eve", "eve@example.org"))
                    .stream(cards, ADA.toString())
                    .given(new CardRegistered("Ada", "ada@example.org"));

    @Test
    void aFreeCopyIsLent() {
        desk.when(new LoanRequested(DUNE)).thenContents(new CopyCommand.Lend(ADA));
    }

    @Test
    void aRequestForALentCopyIsDroppedWithTheReason() {
        desk.stream(copies, DUNE.toString())
                .given(new CopyLent(EVE, DUE))
                .stream(cards, ADA.toString())
                .when(new LoanRequested(DUNE))
                .thenContents(
                        new CopyCommand.Lend(ADA), new DropLoan(DUNE, "The copy is lent until 2026-12-21T10:00:00Z."));
    }

    @Test
    void aCopyThatComesBackEndsTheLoanOfItsCard() {
        desk.stream(copies, DUNE.toString())
                .given(new CopyLent(ADA, DUE))
                .when(new CopyReturned(ADA, 3))
                .thenContents(new EndLoan(DUNE, 3));
    }
}
