package dev.cobnut.framework.delivery;

import dev.cobnut.framework.view.Views;
import java.util.List;

/// The outcome of the delivery of one [DeliveryUnit].
sealed interface DeliveryOutcome {

    DeliveryUnit unit();

    /// All events of the unit were delivered.
    record Delivered(DeliveryUnit unit) implements DeliveryOutcome {}

    /// Every view has the first `deliveredCount` entries. At least one view could not apply the
    /// next one; the other views may have it and the later ones.
    ///
    /// @param failures one for each view that failed
    record Failed(DeliveryUnit unit, int deliveredCount, List<Views.Failure> failures)
            implements DeliveryOutcome {}

    /// No entry is known to be delivered, and no event is at fault: a map or the journal did not
    /// answer. The unit is tried again without limit and never parks.
    ///
    /// @param reason one sentence
    record Interrupted(DeliveryUnit unit, String reason) implements DeliveryOutcome {}
}
