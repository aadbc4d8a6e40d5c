package dev.cobnut.runtime.actor;

/// Messages of the tests: a text, or a question that is answered with one.
sealed interface Texts {

    record Text(String text) implements Texts {}

    record Question(String text, Recipient<String> replyTo) implements Texts {}

    static Texts text(String text) {
        return new Text(text);
    }

    /// Writes down what it gets and answers "re: …"; throws when the text begins with "fail".
    static Behavior<Texts> writing(Log log) {
        return new Writing(log, "");
    }

    /// The same with a word before each line, to tell behaviours apart.
    static Behavior<Texts> writing(Log log, String word) {
        return new Writing(log, word);
    }

    final class Writing implements Behavior<Texts> {
        private final Log log;
        private final String word;

        Writing(Log log, String word) {
            this.log = log;
            this.word = word;
        }

        @Override
        public Behavior<Texts> receive(ActorContext<Texts> context, Texts message) {
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
        public Behavior<Texts> signal(ActorContext<Texts> context, Signal signal) {
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
