package com.example.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.library.CardCommand.*;
import com.example.library.CopyCommand.*;
import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.test.slice.CobnutTest;
import dev.cobnut.test.slice.ServiceUnderTest;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

/// The deciders and the handlers together, with a journal in memory.
@CobnutTest
class LibraryTest {
    static final List<Mailbox.Mail> MAILS = new CopyOnWriteArrayList<>();

    @TestConfiguration
    static class Mails {
        @Bean
        Mailbox mailsInMemory() {
            return MAILS::add;
        }
    }

    private final UUID ada = UUID.randomUUID();
    private final UUID eve = UUID.randomUUID();
    private final UUID dune = UUID.randomUUID();

    @Autowired CommandGateway<Card, CardCommand> cards;
    @Autowired CommandGateway<Copy, CopyCommand> copies;
    @Autowired ServiceUnderTest service;

    @Test
    void oneOfTwoCardsGetsTheCopyAndAFineIsMailed() {
        cards.send(Command.beginning(card(ada), new Register("Ada", "ada@example.org")));
        cards.send(Command.beginning(card(eve), new Register("Eve", "eve@example.org")));
        copies.send(Command.beginning(copy(), new Acquire("Dune")));

        cards.send(Command.to(card(ada), new RequestLoan(dune)));
        service.awaitDelivered();
        cards.send(Command.to(card(eve), new RequestLoan(dune)));
        service.awaitDelivered();
        assertThat(stateOf(ada).loans()).containsEntry(dune, Loan.GRANTED);
        assertThat(stateOf(eve).loans()).isEmpty();
        assertThat(stateOf(eve).dropped().reason()).startsWith("The copy is lent until ");

        copies.send(Command.to(copy(), new Return()));
        cards.send(Command.to(card(ada), new ChargeFine(300, "a coffee stain")));
        service.awaitDelivered();
        assertThat(stateOf(ada).loans()).isEmpty();
        assertThat(MAILS)
                .filteredOn(mail -> mail.to().equals("ada@example.org"))
                .extracting(Mailbox.Mail::text)
                .containsExactly("Dear Ada, please pay 300 cents: a coffee stain.");
    }

    private Card stateOf(UUID id) {
        return cards.state(card(id)).orElseThrow().state();
    }

    private static StreamId card(UUID id) {
        return StreamId.of("card", id.toString());
    }

    private StreamId copy() {
        return StreamId.of("copy", dune.toString());
    }
}
