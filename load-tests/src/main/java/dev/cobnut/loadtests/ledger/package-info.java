/// Records commands and answers outside of the service, and verifies after every crash that the
/// service still has them.
///
/// ```text
/// Workers ──► OrdersClient ──► service      (killed in every round)
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
/// The [Verifier] is a function without I/O, so tests can plant every fault that it must report.
@NullMarked
package dev.cobnut.loadtests.ledger;

import org.jspecify.annotations.NullMarked;
