package dev.cobnut.runtime.actor;

import dev.cobnut.runtime.mailbox.Recipient;

/// Messages of the tests: a text, or a question that is answered with one.
sealed interface TextMessage {

    record Text(String text) implements TextMessage {}

    record Question(String text, Recipient<String> replyTo) implements TextMessage {}

    static TextMessage text(String text) {
        return new Text(text);
    }

    /// Records its messages and answers "re: …"; throws when the text begins with "fail".
    static Behavior<TextMessage> writing(RecordingObserver log) {
        return new Writing(log, "");
    }

    /// The same with a word before each line, which tells behaviours apart.
    static Behavior<TextMessage> writing(RecordingObserver log, String word) {
        return new Writing(log, word);
    }

    final class Writing implements Behavior<TextMessage> {
        private final RecordingObserver log;
        private final String word;

        Writing(RecordingObserver log, String word) {
            this.log = log;
            this.word = word;
        }

        @Override
        public Behavior<TextMessage> receive(
                ActorContext<TextMessage> context, TextMessage message) {
            switch (message) {
                case Text(var text) -> write(text);
                case Question(var text, var replyTo) -> {
                    write(text);
                    replyTo.tell("re: " + text);
                }
            }
            return this;
        }

        @Override
        public Behavior<TextMessage> signal(ActorContext<TextMessage> context, Signal signal) {
            switch (signal) {
                case Signal.Started _ -> log.add(word + "(started)");
                case Signal.Restarting(var cause) ->
                        log.add(word + "(restarting: " + cause.getMessage() + ")");
                case Signal.Stopped _ -> log.add(word + "(stopped)");
                case Signal.Terminated(var actor, var how) ->
                        log.add(word + "(" + actor + " " + how.getClass().getSimpleName() + ")");
            }
            return this;
        }

        private void write(String text) {
            log.add(word + text);
            if (text.startsWith("fail")) {
                throw new IllegalStateException(text);
            }
        }
    }
}
