package dev.cobnut.framework.handler;

import java.time.Instant;

/// The first event of a handler that is new to the journal.
public sealed interface Start {

    /// At the journal's first event.
    Start BEGINNING = new Beginning();

    /// After the last event that is committed when a member with the handler starts for the first
    /// time.
    Start NOW = new Now();

    /// At the first event that was recorded at the instant or later, by the clock of the member
    /// that committed it.
    static Start at(Instant instant) {
        return new At(instant);
    }

    /// See [#BEGINNING].
    record Beginning() implements Start {}

    /// See [#NOW].
    record Now() implements Start {}

    /// See [#at].
    record At(Instant instant) implements Start {}
}
