package dev.cobnut.framework.delivery;

/// The outcome of the delivery of one [DeliveryUnit].
sealed interface DeliveryOutcome {

    DeliveryUnit unit();

    /// All events of the unit were delivered.
    record Delivered(DeliveryUnit unit) implements DeliveryOutcome {}

    /// The first `deliveredCount` entries were delivered, the next one failed, and the rest was not
    /// tried.
    ///
    /// @param failure one sentence
    record Failed(DeliveryUnit unit, int deliveredCount, String failure)
            implements DeliveryOutcome {}

    /// No entry is known to be delivered, and no event is at fault: a map or the journal did not
    /// answer. The unit is tried again without limit and never parks.
    ///
    /// @param reason one sentence
    record Interrupted(DeliveryUnit unit, String reason) implements DeliveryOutcome {}
}
