package dev.cobnut.orders.domain;

/// What [OrderPolicy] says to a command.
public sealed interface OrderDecision {

    /// Every command that is allowed leads to exactly one event, also a change of lines to what
    /// they already are: only a recorded command is known again when it is repeated.
    record Allowed(OrderEvent event) implements OrderDecision {}

    /// There is no such order, and the command does not place one.
    record NoSuchOrder() implements OrderDecision {}

    /// @param code stable, for programs
    /// @param detail one sentence for a person: what is wrong and what is allowed
    record Refused(String code, String detail) implements OrderDecision {}
}
