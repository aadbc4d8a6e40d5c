package dev.cobnut.loadtests.ledger;

/// A broken promise of the service.
///
/// @param subject order id or idempotency key
/// @param detail one sentence
public record Finding(Kind kind, String subject, String detail) {

    /// The kinds of findings. Each breaks a promise of `docs/guarantees.md`.
    public enum Kind {
        /// An acknowledged placement has no order.
        LOST_ORDER,
        /// An acknowledged command has no event at the version that the answer named.
        LOST_EVENT,
        /// The stored content differs from the acknowledged content.
        CONTENT_DIFFERS,
        /// Stored data has no command that was acknowledged or has an unknown outcome.
        UNEXPLAINED,
        /// Two orders for one idempotency key.
        DUPLICATE,
        /// A repeated command got a different answer.
        ANSWER_CHANGED,
        /// Two commands were acknowledged as the same version of an order.
        FORK,
        /// Two members still answer differently long after the last command.
        MEMBERS_DIFFER,
        /// Some of the events of a command are there, and others are not.
        PARTIAL_COMMAND,
        /// The versions of an order are not 1..n.
        VERSION_GAP,
        /// An order differs from the fold of its events.
        FOLD_DIFFERS,
        /// The view of a customer's orders differs from the orders.
        VIEW_DIFFERS,
        /// Events still wait for delivery long after the last command.
        OUTBOX_NOT_EMPTY;

        public boolean isLoss() {
            return this == LOST_ORDER || this == LOST_EVENT;
        }
    }
}
