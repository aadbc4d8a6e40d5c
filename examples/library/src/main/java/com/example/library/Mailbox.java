package com.example.library;

import module java.base;
import com.example.library.CardEvent.FineCharged;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.handler.Handler;

/// Where mails go. Any thread may send one. An event may come twice, and its mail then has the same id.
interface Mailbox {
    record Mail(UUID id, String to, String text) {}

    void send(Mail mail) throws IOException;

    static Mailbox file(Path file) {
        return mail -> Files.writeString(file, mail + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    static Handler fineMails(CommandGateway<Card, CardCommand> cards, Mailbox mailbox) {
        return Handler.named("fine-mails").on(FineCharged.class, (fine, event) -> {
            Card card = cards.state(event.stream()).orElseThrow().state();
            String text = "Dear %s, please pay %d cents: %s.".formatted(card.name(), fine.cents(), fine.reason());
            mailbox.send(new Mail(event.id(), card.email(), text));
        });
    }
}
