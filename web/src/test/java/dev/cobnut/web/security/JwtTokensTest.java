package dev.cobnut.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.cobnut.web.problem.ProblemException;
import dev.cobnut.web.problem.ProblemType;
import dev.cobnut.web.request.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tokens of an issuer that publishes its keys over HTTP.
class JwtTokensTest {

    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicInteger fetched = new AtomicInteger();
    private final ECKey key = key("first");

    private volatile JWKSet published = new JWKSet(key.toPublicJWK());
    private volatile Instant now = BEGIN;
    private volatile int status = 200;

    private @Nullable HttpServer issuer;

    @SuppressWarnings("NullAway.Init") // before each test
    private JwtTokens tokens;

    private static ECKey key(String id) {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void publish() throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/keys",
                exchange -> {
                    fetched.incrementAndGet();
                    byte[] body = published.toString().getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        issuer = server;
        var settings =
                new SecuritySettings.Jwt(
                        "issuer",
                        "shop",
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/keys"),
                        null,
                        Set.of("ES256"),
                        "customer_id",
                        Duration.ofSeconds(30));
        tokens =
                new JwtTokens(
                        IssuerKeys.decoder(settings, () -> now), "customer_id", "admin", () -> now);
    }

    @AfterEach
    void stop() {
        if (issuer != null) {
            issuer.stop(0);
        }
    }

    private static String token(ECKey signer, UnaryOperator<JWTClaimsSet.Builder> changes) {
        try {
            var claims =
                    new JWTClaimsSet.Builder()
                            .issuer("issuer")
                            .audience(List.of("other", "shop"))
                            .subject("sub")
                            .expirationTime(Date.from(BEGIN.plusSeconds(90)));
            var token =
                    new SignedJWT(
                            new JWSHeader.Builder(JWSAlgorithm.ES256)
                                    .keyID(signer.getKeyID())
                                    .build(),
                            changes.apply(claims).build());
            token.sign(new ECDSASigner(signer));
            return token.serialize();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    private void assertRefused(String token, ProblemType type) {
        assertThatThrownBy(() -> tokens.identify(token))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().type()).isEqualTo(type));
    }

    @Test
    void scopesAreATextOrAListAndTheCustomerIsATextOrANumber() {
        assertThat(
                        tokens.identify(
                                token(
                                        key,
                                        claims ->
                                                claims.claim("scope", "read  write")
                                                        .claim("customer_id", "ada"))))
                .isEqualTo(new Identity("jwt:sub", Set.of("read", "write"), "ada"));
        assertThat(
                        tokens.identify(
                                token(
                                        key,
                                        claims ->
                                                claims.claim("scp", List.of("read"))
                                                        .claim("customer_id", 7))))
                .isEqualTo(new Identity("jwt:sub", Set.of("read"), "7"));
        assertThat(
                        tokens.identify(
                                        token(
                                                key,
                                                claims ->
                                                        claims.claim(
                                                                "customer_id", List.of("ada"))))
                                .customer())
                .isNull();
    }

    @Test
    void whoAdministersActsForAllCustomers() {
        assertThat(
                        tokens.identify(
                                        token(
                                                key,
                                                claims ->
                                                        claims.claim("scope", "read admin")
                                                                .claim("customer_id", "ada")))
                                .customer())
                .isNull();
    }

    @Test
    void aTokenThatWasFoundValidIsNotValidBeyondItsExpiry() {
        String token = token(key, claims -> claims);
        tokens.identify(token);
        now = BEGIN.plusSeconds(89);
        tokens.identify(token);
        now = BEGIN.plusSeconds(119);
        tokens.identify(token);
        now = BEGIN.plusSeconds(121);
        assertRefused(token, ProblemType.UNAUTHENTICATED);
    }

    @Test
    void aNewKeyOfTheIssuerIsFoundAndOneThatItTookAwayIsForgottenWithinAMinute() {
        ECKey second = key("second");
        tokens.identify(token(key, claims -> claims));

        published = new JWKSet(second.toPublicJWK());
        tokens.identify(token(second, claims -> claims));

        now = BEGIN.plusSeconds(61);
        assertRefused(token(key, claims -> claims.claim("scope", "x")), ProblemType.UNAVAILABLE);
    }

    /// Each unknown id could be one of a new key. A flood of them must not become a flood of
    /// requests to the issuer.
    @Test
    void aFloodOfUnknownKeysAsksTheIssuerTwice() {
        tokens.identify(token(key, claims -> claims));
        for (int i = 0; i < 50; i++) {
            String forged = token(key("forged-" + i), claims -> claims);
            assertThatThrownBy(() -> tokens.identify(forged)).isInstanceOf(ProblemException.class);
        }
        assertThat(fetched.get()).isBetween(2, 3);
        tokens.identify(token(key, claims -> claims.claim("scope", "still")));
    }

    @Test
    void withoutTheKeysOfTheIssuerItIs503AndNot401() {
        status = 500;
        assertRefused(token(key, claims -> claims), ProblemType.UNAVAILABLE);
    }
}
