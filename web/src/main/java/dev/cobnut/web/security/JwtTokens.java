package dev.cobnut.web.security;

import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.request.Identity;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtValidationException;

/// Tokens that an issuer signed (RFC 9068, RFC 7519).
///
/// A client sends the same token many times, and the check of a signature costs more than the rest
/// of a small request. So a token that was found valid is remembered by its hash for a minute, and
/// never beyond its expiry.
final class JwtTokens implements Credentials {

    /// Most tokens that are remembered. Beyond it all are forgotten and checked again.
    private static final int REMEMBERED_MAX = 10_000;

    private static final Duration REMEMBERED = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(JwtTokens.class);

    /// The issuer's keys are not asked for more often.
    private static final int RETRY_AFTER_SECONDS = 30;

    private record Known(Identity identity, Instant until) {}

    private final Map<ByteBuffer, Known> remembered = new ConcurrentHashMap<>();
    private final JwtDecoder decoder;
    private final String customerClaim;
    private final String admin;
    private final InstantSource clock;

    /// @param decoder checks the signature, the issuer, the audience, the times and the subject
    /// @param admin scope that acts for all customers
    JwtTokens(JwtDecoder decoder, String customerClaim, String admin, InstantSource clock) {
        this.decoder = decoder;
        this.customerClaim = customerClaim;
        this.admin = admin;
        this.clock = clock;
    }

    @Override
    public Identity identify(String token) {
        Instant now = clock.instant();
        ByteBuffer hash = ByteBuffer.wrap(ApiKeys.sha256(token));
        Known known = remembered.get(hash);
        if (known != null && now.isBefore(known.until)) {
            return known.identity;
        }
        Jwt jwt = decoded(token);
        Identity identity = identity(jwt);
        Instant until = now.plus(REMEMBERED);
        Instant expiry = Objects.requireNonNull(jwt.getExpiresAt(), "it is checked");
        if (remembered.size() >= REMEMBERED_MAX) {
            remembered.clear();
        }
        remembered.put(hash, new Known(identity, expiry.isBefore(until) ? expiry : until));
        return identity;
    }

    @Override
    public boolean needsCustomer() {
        return true;
    }

    private Jwt decoded(String token) {
        try {
            return decoder.decode(token);
        } catch (JwtValidationException e) {
            throw Challenge.invalid(
                    e.getErrors().stream()
                            .map(OAuth2Error::getDescription)
                            .filter(Objects::nonNull)
                            .findFirst()
                            .orElse("The token is not valid."));
        } catch (BadJwtException _) {
            throw Challenge.invalid("The token is not one that the issuer of this service signed.");
        } catch (JwtException e) {
            Throwable root = root(e);
            // Once for each attempt to fetch the keys, not for each token in between.
            if (!(root instanceof RateLimitReachedException)) {
                LOG.warn("The keys of the issuer cannot be read: {}", root.getMessage());
            }
            throw ProblemException.unavailable(
                    "The keys of the tokens' issuer cannot be read at the moment.",
                    RETRY_AFTER_SECONDS);
        }
    }

    private Identity identity(Jwt jwt) {
        Set<String> scopes = new HashSet<>(scopes(jwt.getClaim("scope")));
        scopes.addAll(scopes(jwt.getClaim("scp")));
        return new Identity(
                "jwt:" + jwt.getSubject(),
                scopes,
                scopes.contains(admin) ? null : text(jwt.getClaim(customerClaim)));
    }

    /// A text with spaces (RFC 8693), or a list as some issuers write it.
    private static Collection<String> scopes(@Nullable Object claim) {
        return switch (claim) {
            case String text -> Arrays.asList(text.strip().split(" +"));
            case Collection<?> list ->
                    list.stream().filter(String.class::isInstance).map(String.class::cast).toList();
            case null, default -> Set.of();
        };
    }

    private static @Nullable String text(@Nullable Object claim) {
        return switch (claim) {
            case String text when !text.isBlank() -> text;
            case Long number -> number.toString();
            case Integer number -> number.toString();
            case null, default -> null;
        };
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
