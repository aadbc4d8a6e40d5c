package dev.cobnut.framework.delivery;

/// What became of one [DeliveryUnit].
sealed interface DeliveryOutcome {

    DeliveryUnit unit();

    /// All of it arrived everywhere.
    record Delivered(DeliveryUnit unit) implements DeliveryOutcome {}

    /// The first `deliveredCount` entries arrived, the next one failed, the rest was not tried.
    ///
    /// @param failure one sentence
    record Failed(DeliveryUnit unit, int deliveredCount, String failure)
            implements DeliveryOutcome {}

    /// Nothing is known to have arrived, and the fault is not the event's: a map or the journal did
    /// not answer. It is tried again for as long as it takes and never parks.
    ///
    /// @param reason one sentence
    record Interrupted(DeliveryUnit unit, String reason) implements DeliveryOutcome {}
}
