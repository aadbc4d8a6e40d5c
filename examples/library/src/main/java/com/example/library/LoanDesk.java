package com.example.library;

import com.example.library.CardCommand.*;
import com.example.library.CardEvent.LoanRequested;
import com.example.library.CopyEvent.*;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.process.Process;
import dev.cobnut.framework.process.Steps;
import java.util.UUID;

/// The rule across both streams: a card gets the copy that it asks for when nobody else has it.
final class LoanDesk {
    private LoanDesk() {}

    static Process process(CommandGateway<Card, CardCommand> cards, CommandGateway<Copy, CopyCommand> copies) {
        return Process.named("loan-desk")
                .on(LoanRequested.class, (asked, on) -> {
                    UUID card = UUID.fromString(on.event().stream().id());
                    on.send(copies, asked.copy(), new CopyCommand.Lend(card))
                            .whenRefused(no -> on.send(cards, card, new DropLoan(asked.copy(), no.sentence())));
                })
                .on(CopyLent.class, (lent, on) -> on.send(cards, lent.card(), new GrantLoan(copy(on))))
                .on(CopyReturned.class, (back, on) ->
                        on.send(cards, back.card(), new EndLoan(copy(on), back.daysLate())));
    }

    private static UUID copy(Steps on) {
        return UUID.fromString(on.event().stream().id());
    }
}
