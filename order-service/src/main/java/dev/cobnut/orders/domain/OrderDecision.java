package dev.cobnut.orders.domain;

/// The answer of [OrderPolicy] to a command.
public sealed interface OrderDecision {

    /// Every command that is allowed leads to exactly one event. A change of lines to the lines
    /// that the order already has does, too: only a recorded command is known again when it is
    /// repeated.
    record Allowed(OrderEvent event) implements OrderDecision {}

    /// There is no such order, and the command does not place one.
    record NoSuchOrder() implements OrderDecision {}

    /// @param code stable, for programs
    /// @param sentence for a person: what is wrong and what is allowed
    record Refused(String code, String sentence) implements OrderDecision {}
}
