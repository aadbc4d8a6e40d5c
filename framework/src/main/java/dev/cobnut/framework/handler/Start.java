package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.UnusableDomainException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;

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

    /// As in settings: `beginning`, `now`, or an instant such as `2026-11-23T06:00:00Z`.
    ///
    /// @throws UnusableDomainException with a sentence that begins with `start`
    static Start parse(String text) {
        String stripped = text.strip();
        return switch (stripped.toLowerCase(Locale.ROOT)) {
            case "beginning" -> BEGINNING;
            case "now" -> NOW;
            default -> {
                try {
                    yield at(Instant.parse(stripped));
                } catch (DateTimeParseException _) {
                    throw new UnusableDomainException(
                            "start must be beginning, now or an instant such as"
                                    + " 2026-11-23T06:00:00Z, but was '"
                                    + text
                                    + "'");
                }
            }
        };
    }

    /// See [#BEGINNING].
    record Beginning() implements Start {}

    /// See [#NOW].
    record Now() implements Start {}

    /// See [#at].
    record At(Instant instant) implements Start {}
}
