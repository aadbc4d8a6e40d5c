package com.example.library;

import com.example.library.CopyCommand.*;
import com.example.library.CopyEvent.*;
import dev.cobnut.test.scenario.DomainScenario;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CopyTest {
    private static final Instant NOW = DomainScenario.NOW;
    private static final Instant DUE = NOW.plus(CopyDecider.LOAN);
    private static final UUID CARD = UUID.randomUUID();
    private static final CopyAcquired DUNE = new CopyAcquired("Dune");

    private final DomainScenario<Copy, CopyCommand, CopyEvent> copy = DomainScenario.of(new CopyDecider()).at(NOW);

    @Test
    void aCopyIsLentToOneCardAtATime() {
        copy.given(DUNE)
                .when(new Lend(CARD))
                .thenEvents(new CopyLent(CARD, DUE))
                .when(new Lend(UUID.randomUUID()))
                .thenRefused("copy-lent", "The copy is lent until " + DUE + ".")
                .when(new Return())
                .thenEvents(new CopyReturned(CARD, 0))
                .when(new Return())
                .thenRefused("copy-not-lent");
    }

    @Test
    void aReturnAfterTheDueDateCountsTheWholeDays() {
        copy.given(DUNE, new CopyLent(CARD, DUE))
                .at(DUE.plus(Duration.ofHours(50)))
                .when(new Return())
                .thenEvents(new CopyReturned(CARD, 2));
    }
}
