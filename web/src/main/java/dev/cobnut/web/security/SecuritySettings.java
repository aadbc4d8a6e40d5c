package dev.cobnut.web.security;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings of who may call.
///
/// @param mode what a caller proves itself with: none, api-key or jwt
/// @param keys the API keys by their ids, with the mode api-key
/// @param jwt which tokens are valid, with the mode jwt
/// @param rateLimit most requests of each caller; without it there is no limit
@ConfigurationProperties("cobnut.security")
public record SecuritySettings(
        @DefaultValue("none") Mode mode,
        @DefaultValue Map<String, Key> keys,
        @Nullable Jwt jwt,
        @Nullable RateLimit rateLimit) {

    /// What a caller proves itself with.
    public enum Mode {
        NONE,
        API_KEY,
        JWT
    }

    private static final Pattern KEY_ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

    /// Most API keys.
    private static final int KEYS_MAX = 10_000;

    public SecuritySettings {
        keys = Map.copyOf(keys);
        if (mode == Mode.API_KEY && keys.isEmpty()) {
            throw refused(
                    "mode=api-key needs a key; set cobnut.security.keys.<id>.sha256 and .scopes");
        }
        if (mode != Mode.API_KEY && !keys.isEmpty()) {
            throw refused("keys are given, but the mode is not api-key; set mode=api-key");
        }
        if (keys.size() > KEYS_MAX) {
            throw refused("keys may have at most %d entries".formatted(KEYS_MAX));
        }
        if (mode == Mode.JWT && jwt == null) {
            throw refused(
                    "mode=jwt needs cobnut.security.jwt.issuer, .audience, and .jwk-set-uri or .public-key-file");
        }
        if (mode != Mode.JWT && jwt != null) {
            throw refused("jwt is given, but the mode is not jwt; set mode=jwt");
        }
        keys.keySet().stream()
                .filter(id -> !KEY_ID.matcher(id).matches())
                .findFirst()
                .ifPresent(id -> {
                    throw refused(
                            "keys.%s: the id of a key has 1 to 64 lower case letters, digits and hyphens"
                                    .formatted(id));
                });
    }

    private static IllegalArgumentException refused(String sentence) {
        return new IllegalArgumentException("cobnut.security." + sentence);
    }

    /// An API key, `<id>.<secret>`.
    ///
    /// @param sha256 SHA-256 of the whole key, id and all, as 64 hexadecimal digits
    /// @param scopes what the caller may do
    /// @param customer the only customer that the caller acts for; without it, all
    public record Key(
            @DefaultValue("") String sha256,
            @DefaultValue Set<String> scopes,
            @Nullable String customer) {

        private static final Pattern HASH = Pattern.compile("[0-9a-fA-F]{64}");

        public Key {
            scopes = Set.copyOf(scopes);
            if (!HASH.matcher(sha256).matches()) {
                throw refused("keys.<id>.sha256 must be set to 64 hexadecimal digits");
            }
            if (scopes.isEmpty()) {
                throw refused("keys.<id>.scopes must name at least one scope");
            }
            if (customer != null && customer.isBlank()) {
                throw refused("keys.<id>.customer must not be empty; leave it out for all");
            }
        }

        /// Names no secret and no customer.
        @Override
        public String toString() {
            return "Key[scopes=" + scopes + "]";
        }
    }

    /// Which tokens are valid. The keys of the issuer come from a URI or from a file.
    ///
    /// @param issuer what the claim iss must be
    /// @param audience what the claim aud must contain: the name of this service at the issuer
    /// @param jwkSetUri where the issuer publishes its keys; https, or http on loopback
    /// @param publicKeyFile a PEM file with the issuer's public key: RSA from 2048 bits, or EC
    /// @param algorithms signatures that are accepted: RS, PS or ES with 256, 384 or 512
    /// @param customerClaim claim with the id of the only customer that the caller acts for
    /// @param clockSkew how far the issuer's clock may differ, 0s to 5m
    public record Jwt(
            @DefaultValue("") String issuer,
            @DefaultValue("") String audience,
            @Nullable URI jwkSetUri,
            @Nullable Path publicKeyFile,
            @DefaultValue({"RS256", "ES256"}) Set<String> algorithms,
            @DefaultValue("customer_id") String customerClaim,
            @DefaultValue("30s") Duration clockSkew) {

        private static final Pattern ALGORITHM = Pattern.compile("(RS|PS|ES)(256|384|512)");
        private static final Duration SKEW_MAX = Duration.ofMinutes(5);

        public Jwt {
            algorithms = Set.copyOf(algorithms);
            if (issuer.isBlank() || audience.isBlank()) {
                throw refused("jwt.issuer and cobnut.security.jwt.audience must be set");
            }
            if ((jwkSetUri == null) == (publicKeyFile == null)) {
                throw refused("jwt needs either jwk-set-uri or public-key-file");
            }
            if (jwkSetUri != null && !isPrivate(jwkSetUri)) {
                throw refused(
                        "jwt.jwk-set-uri must begin with https://, or with http:// and a loopback address");
            }
            if (algorithms.isEmpty()
                    || algorithms.stream().anyMatch(name -> !ALGORITHM.matcher(name).matches())) {
                throw refused(
                        "jwt.algorithms may have RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384 and ES512; shared secrets and none are not accepted");
            }
            if (customerClaim.isBlank()) {
                throw refused("jwt.customer-claim must be the name of a claim");
            }
            if (clockSkew.isNegative() || clockSkew.compareTo(SKEW_MAX) > 0) {
                throw refused(
                        "jwt.clock-skew must be from 0s to 5m, but is %d ms"
                                .formatted(clockSkew.toMillis()));
            }
        }

        private static boolean isPrivate(URI uri) {
            if (uri.getHost() == null) {
                return false;
            }
            if ("https".equalsIgnoreCase(uri.getScheme())) {
                return true;
            }
            try {
                return "http".equalsIgnoreCase(uri.getScheme())
                        && InetAddress.getByName(uri.getHost()).isLoopbackAddress();
            } catch (UnknownHostException _) {
                return false;
            }
        }
    }

    /// Most requests of each caller.
    ///
    /// @param requests a caller that was idle may send so many at once, 1 to 1000000
    /// @param window time in which a caller gets that many again, 1s to 1h
    /// @param callersMax callers that are told apart, 1 to 1000000; more share one limit
    public record RateLimit(
            @DefaultValue("600") int requests,
            @DefaultValue("1m") Duration window,
            @DefaultValue("10000") int callersMax) {

        private static final int MOST = 1_000_000;
        private static final Duration SHORTEST = Duration.ofSeconds(1);
        private static final Duration LONGEST = Duration.ofHours(1);

        public RateLimit {
            if (requests < 1 || requests > MOST) {
                throw refused(
                        "rate-limit.requests must be from 1 to %d, but is %d"
                                .formatted(MOST, requests));
            }
            if (window.compareTo(SHORTEST) < 0 || window.compareTo(LONGEST) > 0) {
                throw refused(
                        "rate-limit.window must be from 1s to 1h, but is %d ms"
                                .formatted(window.toMillis()));
            }
            if (callersMax < 1 || callersMax > MOST) {
                throw refused(
                        "rate-limit.callers-max must be from 1 to %d, but is %d"
                                .formatted(MOST, callersMax));
            }
        }
    }
}
