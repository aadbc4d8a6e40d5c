package dev.cobnut.framework.command;

import dev.cobnut.framework.journal.Refusal;
import java.util.List;

/// The answer of a [Decider] to a command.
///
/// @param <E> events
public sealed interface Decision<E> {

    /// The command leads to these events; to none when the stream already has the state that it
    /// asks for.
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    static <E> Decision<E> accepted(E... events) {
        return new Accepted<>(List.of(events));
    }

    /// A rule forbids it. The parameters are those of [Refusal].
    static <E> Decision<E> refused(String code, String sentence) {
        return new Refused<>(code, sentence);
    }

    /// The stream does not exist, and this command does not begin one.
    static <E> Decision<E> missing() {
        return new Missing<>();
    }

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
