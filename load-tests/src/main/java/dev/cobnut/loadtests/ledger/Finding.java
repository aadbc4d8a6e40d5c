package dev.cobnut.loadtests.ledger;

/// Something that should not be.
///
/// @param subject order id or idempotency key
/// @param detail one sentence
public record Finding(Kind kind, String subject, String detail) {

    /// Each is a broken promise of `docs/guarantees.md`.
    public enum Kind {
        /// An acknowledged placement has no order.
        LOST_ORDER,
        /// An acknowledged command has no event at the version that the answer named.
        LOST_EVENT,
        /// Something else is stored than was acknowledged.
        CONTENT_DIFFERS,
        /// Something is stored that nobody was promised and nobody may have sent.
        UNEXPLAINED,
        /// Two orders for one idempotency key.
        DUPLICATE,
        /// A repeated command was answered differently.
        ANSWER_CHANGED,
        /// Two commands were acknowledged as the same version of an order.
        FORK,
        /// Two members answer differently long after the last command.
        MEMBERS_DIFFER,
        /// Versions of an order are not 1..n.
        VERSION_GAP,
        /// An order is not what its events say.
        FOLD_DIFFERS,
        /// The view of a customer's orders is not what the orders say.
        VIEW_DIFFERS,
        /// Events still wait for delivery long after the last command.
        OUTBOX_NOT_EMPTY;

        public boolean isLoss() {
            return this == LOST_ORDER || this == LOST_EVENT;
        }
    }
}
