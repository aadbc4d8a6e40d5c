/// HTTP: what clients send and get.
///
/// ```text
/// request ─ Preconditions ─ OrderCommandParser ─▶ OrderCommand ─▶ CommandGateway ─▶ CommandResult
///           (headers, id)   (body, checked)  + Fingerprint                        │
/// response ◀─ OrderJson ◀─ OrderAnswers ◀─────────────────────────────────────────┘
///          ◀─ ProblemWriter ◀─ ProblemAdvice, ProblemErrorController, ProblemReportValve
/// ```
///
/// Promises: every error is a problem detail (RFC 9457) of a [ProblemType]; all wrong fields of a
/// body are reported at once, each with its JSON pointer (RFC 6901); nothing is rounded, guessed or
/// ignored silently; no answer names a class or shows a stack trace. `openapi.yaml` describes it,
/// and a test holds the two together.
///
/// The bodies are read and written token by token, not bound: it is the hot path, and binding stops
/// at the first wrong field.
@NullMarked
package dev.cobnut.orders.api;

import org.jspecify.annotations.NullMarked;
