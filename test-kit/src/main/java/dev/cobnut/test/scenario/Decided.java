package dev.cobnut.test.scenario;

import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.journal.Refusal;
import java.util.List;
import java.util.function.Supplier;

/// What was decided about a command. An expectation that does not hold throws an [AssertionError]
/// that says what was answered instead.
///
/// @param <X> what an accepted command leads to
/// @param missing what [Decision.Missing] found, as the end of a sentence
/// @param given the line of a message that tells on what it was decided
record Decided<X>(Object command, Decision<X> decision, String missing, Supplier<String> given) {

    List<X> accepted(String expected) {
        if (decision instanceof Decision.Accepted<X>(var events)) {
            return events;
        }
        throw failed(answer() + "; expected " + expected);
    }

    Refusal refused(String expected) {
        if (decision instanceof Decision.Refused<X>(var refusal)) {
            return refusal;
        }
        throw failed(answer() + "; expected " + expected);
    }

    void requireRefused(Refusal expected) {
        requireNone(
                "was refused differently",
                Differences.between(expected, refused("the refusal " + expected.code())));
    }

    void requireRefused(String code) {
        requireRefused(new Refusal(code, refused("the refusal " + code).sentence()));
    }

    void requireMissing(String expected) {
        if (!(decision instanceof Decision.Missing<X>)) {
            throw failed(answer() + "; expected " + expected);
        }
    }

    void requireNone(String sentence, List<Difference> differences) {
        if (!differences.isEmpty()) {
            throw failed(sentence + ":" + Differences.text(differences));
        }
    }

    private String answer() {
        return switch (decision) {
            case Decision.Accepted<X>(var events) ->
                    events.isEmpty() ? "led to no event" : "led to " + Differences.text(events);
            case Decision.Missing<X>() -> "found " + missing;
            case Decision.Refused<X>(var refusal) ->
                    "was refused with " + refusal.code() + ", \"" + refusal.sentence() + "\"";
        };
    }

    /// @param what follows the command in the sentence
    private AssertionError failed(String what) {
        return new AssertionError(Differences.text(command) + " " + what + "\n" + given.get());
    }
}
