package dev.cobnut.framework.command;

import dev.cobnut.framework.journal.Refusal;
import java.util.List;

/// The answer of a [Decider] to a command.
///
/// @param <E> events
public sealed interface Decision<E> {

    /// @param events the events that the command leads to; none when the command asks for a state
    ///   that the stream already has
    record Accepted<E>(List<E> events) implements Decision<E> {
        public Accepted {
            events = List.copyOf(events);
        }
    }

    /// The stream does not exist, and this command does not begin one.
    record Missing<E>() implements Decision<E> {}

    /// A rule forbids it.
    record Refused<E>(Refusal refusal) implements Decision<E> {

        /// The parameters are those of [Refusal].
        public Refused(String code, String sentence) {
            this(new Refusal(code, sentence));
        }
    }
}
