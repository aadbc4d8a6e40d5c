/// Controllers of event-sourced services: what every one of them needs beside its own rules.
///
/// ```text
/// request ─ server ─ security ─ request ─▶ controller ─▶ CommandGateway ─▶ answer ─▶ response
///           deadlines  callers    limits                                  problems
/// ```
///
/// Promises: every error is a problem detail (RFC 9457). A request that is refused has done
/// nothing. A client that is slow holds no place of another one.
@NullMarked
package dev.cobnut.web;

import org.jspecify.annotations.NullMarked;
