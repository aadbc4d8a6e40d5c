/// The HTTP API: reads requests, sends commands and queries, and writes answers.
///
/// ```text
/// request ─ OrderCommandParser ─▶ OrderCommand ─ RequestHeaders ─▶ CommandGateway ─▶ CommandResult
///           (body, checked)                      + OrderFingerprint                │
/// response ◀─ OrderJson ◀─ OrderAnswers ◀───────────────────────────────────────────┘
/// ```
///
/// Promises:
///
/// - Every error is a problem detail (RFC 9457); [dev.cobnut.web] sees to that.
/// - All wrong fields of a body are reported at once, each with its JSON pointer (RFC 6901).
/// - Nothing is rounded, guessed or ignored silently.
/// - No answer names a class or shows a stack trace.
///
/// `openapi.yaml` describes the API, and `OpenApiTest` compares the two.
///
/// The bodies are read and written token by token. Binding would be slower on the hot path, and it
/// stops at the first wrong field.
@NullMarked
package dev.cobnut.orders.api;

import org.jspecify.annotations.NullMarked;
