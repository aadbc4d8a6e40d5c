/// What was sent and what was answered, written down outside of the service; and the question after
/// every crash whether the service still knows it.
///
/// ```text
/// Workers ──► OrdersClient ──► service      (killed in between, again and again)
///    │  attempt, answer
///    ▼
/// Ledger     one JSON line each; an answer counts when its line is synced
///    │
///    ▼
/// CommandHistory ──► Verifier ◄── ObservedState ◄── Observer   reads everything back over HTTP
///                │
///                ▼
///             Findings ──► CrashReport
/// ```
///
/// The [Verifier] is a function without I/O, so that tests can plant every fault that it must see.
@NullMarked
package dev.cobnut.loadtests.ledger;

import org.jspecify.annotations.NullMarked;
