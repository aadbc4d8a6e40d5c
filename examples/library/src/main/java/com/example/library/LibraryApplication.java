package com.example.library;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.framework.process.Process;
import dev.cobnut.web.problem.ProblemType;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.*;

/// Lists what the service consists of. Each bean is injected by its type. A decider has a gateway.
@SpringBootApplication
public class LibraryApplication {
    public static void main(String[] args) {
        SpringApplication.run(LibraryApplication.class, args);
    }

    @Bean
    CardDecider cards() {
        return new CardDecider();
    }

    @Bean
    CopyDecider copies() {
        return new CopyDecider();
    }

    @Bean
    Process loanDesk(CommandGateway<Card, CardCommand> cards, CommandGateway<Copy, CopyCommand> copies) {
        return LoanDesk.process(cards, copies);
    }

    @Bean
    Handler fineMails(CommandGateway<Card, CardCommand> cards, Mailbox mailbox) {
        return Mailbox.fineMails(cards, mailbox);
    }

    /// Any other bean of this type replaces it.
    @Bean
    @Fallback
    Mailbox mailFile(@Value("${library.mails}") Path file) {
        return Mailbox.file(file);
    }

    @Bean
    ProblemType noSuchCard() {
        return new ProblemType("card-not-found", 404, "There is no such card", "POST /cards registers one.");
    }

    @Bean
    ProblemType noSuchCopy() {
        return new ProblemType("copy-not-found", 404, "There is no such copy", "POST /copies acquires one.");
    }
}
