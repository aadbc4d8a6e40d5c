/// Who may call: API keys, tokens, scopes, and a limit of requests per caller.
///
/// ```text
/// request ─ AccessFilter ─▶ Credentials   401   ApiKeys, or JwtTokens
///                           RateLimits    429   per identity, or per address without one
///                           AccessRules   403   the scope that the operation needs
///                           Identity ─▶ handler, which decides what the caller sees
/// ```
///
/// With `cobnut.security.mode=none` and without a rate limit there is no filter at all.
@NullMarked
package dev.cobnut.web.security;

import org.jspecify.annotations.NullMarked;
