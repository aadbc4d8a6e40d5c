package com.example.library;

import com.example.library.CardCommand.*;
import com.example.library.CardEvent.LoanRequested;
import com.example.library.CopyEvent.*;
import dev.cobnut.framework.command.*;
import dev.cobnut.framework.event.*;
import dev.cobnut.framework.handler.*;
import dev.cobnut.framework.journal.CommandKey;
import java.time.Duration;
import java.util.UUID;

/// The rule across both streams: a card gets the copy that it asks for when nobody else has it.
/// An event may come twice. Each command has a key with the event's id, so it takes effect once.
record LoanDesk(CommandGateway<Card, CardCommand> cards, CommandGateway<Copy, CopyCommand> copies) {
    Handler handler() {
        return Handler.named("loan-desk")
                .on(LoanRequested.class, this::lend)
                .on(CopyLent.class, (lent, event) ->
                        send(cards, "card", lent.card(), new GrantLoan(id(event)), event))
                .on(CopyReturned.class, (back, event) ->
                        send(cards, "card", back.card(), new EndLoan(id(event), back.daysLate()), event));
    }

    private void lend(LoanRequested asked, RecordedEvent event) throws RetryLaterException {
        switch (send(copies, "copy", asked.copy(), new CopyCommand.Lend(id(event)), event)) {
            case CommandResult.Refused<?> refused -> drop(asked.copy(), refused.refusal().sentence(), event);
            case CommandResult.Missing<?> _ -> drop(asked.copy(), "The library has no such copy.", event);
            default -> {} // The copy is lent. Its own event comes next.
        }
    }

    private void drop(UUID copy, String reason, RecordedEvent event) throws RetryLaterException {
        send(cards, "card", id(event), new DropLoan(copy, reason), event);
    }

    /// Throws when the command has no outcome yet. Then the event comes again.
    private static <S, C> CommandResult<S> send(
            CommandGateway<S, C> gateway, String category, UUID id, C content, RecordedEvent event)
            throws RetryLaterException {
        String kind = content.getClass().getSimpleName();
        CommandResult<S> result = gateway.send(Command.to(StreamId.of(category, id.toString()), content)
                .withKey(new CommandKey(event.id() + "/" + kind, kind))
                .causedBy(event.id().toString()));
        return switch (result) {
            case CommandResult.Accepted<S> _, CommandResult.Refused<S> _, CommandResult.Missing<S> _ -> result;
            case CommandResult.Unavailable<S>(String reason, int seconds) ->
                    throw new RetryLaterException(reason, Duration.ofSeconds(seconds));
            default -> throw new IllegalStateException(kind + " led to " + result);
        };
    }

    private static UUID id(RecordedEvent event) {
        return UUID.fromString(event.stream().id());
    }
}
