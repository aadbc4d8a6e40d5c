package com.example.library;

import com.example.library.CardCommand.*;
import com.example.library.CardEvent.*;
import dev.cobnut.test.scenario.DomainScenario;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CardTest {
    private static final CardRegistered ADA = new CardRegistered("Ada", "ada@example.org");
    private static final UUID COPY = UUID.randomUUID();

    private final DomainScenario<Card, CardCommand, CardEvent> card = DomainScenario.of(new CardDecider());

    @Test
    void aLoanIsRequestedGrantedAndEnded() {
        card.given(ADA)
                .when(new RequestLoan(COPY))
                .thenEvents(new LoanRequested(COPY))
                .when(new GrantLoan(COPY))
                .thenEvents(new LoanGranted(COPY))
                .thenState(new Card("Ada", "ada@example.org", Map.of(COPY, Loan.GRANTED), null, 0))
                .when(new EndLoan(COPY, 0))
                .thenEvents(new LoanEnded(COPY));
    }

    @Test
    void aLateReturnCostsAFineForEachDay() {
        card.given(ADA, new LoanRequested(COPY), new LoanGranted(COPY))
                .when(new EndLoan(COPY, 3))
                .thenEvents(new LoanEnded(COPY), new FineCharged(75, "3 days late"))
                .thenState(new Card("Ada", "ada@example.org", Map.of(), null, 75));
    }

    @Test
    void aDroppedRequestLeavesItsReasonAndMakesRoom() {
        LoanDropped dropped = new LoanDropped(COPY, "The copy is lent.");
        card.given(ADA, new LoanRequested(COPY))
                .when(new DropLoan(COPY, "The copy is lent."))
                .thenEvents(dropped)
                .thenState(new Card("Ada", "ada@example.org", Map.of(), dropped, 0))
                .when(new RequestLoan(COPY))
                .thenEvents(new LoanRequested(COPY));
    }

    @Test
    void aCardHasAtMostFiveLoans() {
        CardCommand[] five = IntStream.range(0, CardDecider.LOANS_MAX)
                .mapToObj(_ -> new RequestLoan(UUID.randomUUID()))
                .toArray(CardCommand[]::new);
        card.given(ADA)
                .givenCommands(five)
                .when(new RequestLoan(COPY))
                .thenRefused("too-many-loans", "A card has at most 5 loans.");
    }

    @Test
    void aCopyIsRequestedOnce() {
        card.given(ADA, new LoanRequested(COPY)).when(new RequestLoan(COPY)).thenRefused("copy-requested");
    }

    @Test
    void whatIsNotRegisteredIsMissing() {
        card.when(new ChargeFine(100, "a coffee stain")).thenMissing();
    }
}
