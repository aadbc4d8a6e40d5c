package dev.cobnut.framework.command;

import java.util.List;

/// What a domain says to a command.
///
/// @param <E> events
public sealed interface Decision<E> {

    /// @param events what happened; empty when the command asks for what is already so
    record Accepted<E>(List<E> events) implements Decision<E> {
        public Accepted {
            events = List.copyOf(events);
        }
    }

    /// The stream does not exist, and this command does not begin one.
    record Missing<E>() implements Decision<E> {}

    /// A rule forbids it.
    ///
    /// @param code stable and machine-readable, for example `order-not-paid`
    /// @param detail one sentence for a person: what is wrong and what is allowed
    record Refused<E>(String code, String detail) implements Decision<E> {}
}
