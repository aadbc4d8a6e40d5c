package dev.cobnut.web.request;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who sent a request, as its key or its token says.
///
/// @param id stays the same over all requests of the caller, for example `key:shop`
/// @param scopes what it may do
/// @param customer the only customer that it acts for; null for all
public record Identity(String id, Set<String> scopes, @Nullable String customer) {

    private static final String ATTRIBUTE = Identity.class.getName();

    public Identity {
        scopes = Set.copyOf(scopes);
    }

    /// Null when nothing asks for credentials (`cobnut.security.mode=none`).
    public static @Nullable Identity of(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof Identity identity ? identity : null;
    }

    /// Makes this the identity of the request.
    public void attachTo(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /// The idempotency key of a request as it is stored: the keys of two callers never meet, so
    /// nobody gets the answer of another one by guessing a key. Without authentication it is the
    /// key itself.
    ///
    /// ```text
    /// with an identity   SHA-256 (hex) of  "v1", id, key   (as in Fingerprint)
    /// ```
    public static String scoped(String key, HttpServletRequest request) {
        Identity identity = of(request);
        return identity == null ? key : Fingerprint.of("v1", identity.id, key);
    }
}
