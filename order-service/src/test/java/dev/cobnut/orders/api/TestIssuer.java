package dev.cobnut.orders.api;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/// An issuer of tokens, with a fresh pair of keys.
final class TestIssuer {

    static final String NAME = "https://issuer.example";
    static final String AUDIENCE = "cobnut-orders";

    private static final int RSA_BITS = 2_048;

    private final KeyPair keys = keys();

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(RSA_BITS);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /// Writes the public key as PEM.
    Path writeTo(Path file) {
        try {
            return Files.writeString(file, pem());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String pem() {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(keys.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    /// The `Authorization` of a customer.
    String customer(String customerId, String scopes) {
        return "Bearer "
                + token(claims ->
                        claims.subject("sub-" + customerId)
                                .claim("customer_id", customerId)
                                .claim("scope", scopes));
    }

    /// The `Authorization` of an operator, who acts for all customers.
    String operator() {
        return "Bearer "
                + token(claims -> claims.claim("scope", "orders:read orders:write orders:admin"));
    }

    /// A token as it should be, for ten minutes, with changes.
    String token(UnaryOperator<JWTClaimsSet.Builder> changes) {
        return signed(claims(changes), JWSAlgorithm.RS256, new RSASSASigner(keys.getPrivate()));
    }

    private static JWTClaimsSet claims(UnaryOperator<JWTClaimsSet.Builder> changes) {
        Instant now = Instant.now();
        return changes.apply(
                        new JWTClaimsSet.Builder()
                                .issuer(NAME)
                                .audience(AUDIENCE)
                                .subject("sub-1")
                                .claim("customer_id", "ada")
                                .claim("scope", "orders:read orders:write")
                                .issueTime(Date.from(now))
                                .expirationTime(Date.from(now.plus(Duration.ofMinutes(10)))))
                .build();
    }

    /// Credentials that look right at a glance, by what is wrong with them.
    Map<String, String> wrongCredentials() {
        Date past = Date.from(Instant.now().minus(Duration.ofMinutes(10)));
        Date future = Date.from(Instant.now().plus(Duration.ofMinutes(10)));
        String good = token(claims -> claims);
        Map<String, String> wrong = new LinkedHashMap<>();
        wrong.put("another scheme", "Basic YWRhOmFkYQ==");
        wrong.put("no token", "Bearer ");
        wrong.put("no JWT", "Bearer abc");
        wrong.put("an API key", "Bearer shop.c2VjcmV0");
        wrong.put("expired", "Bearer " + token(claims -> claims.expirationTime(past)));
        wrong.put("without an expiry", "Bearer " + token(claims -> claims.expirationTime(null)));
        wrong.put("not valid yet", "Bearer " + token(claims -> claims.notBeforeTime(future)));
        wrong.put("of another issuer", "Bearer " + token(claims -> claims.issuer(NAME + "/")));
        wrong.put("without an issuer", "Bearer " + token(claims -> claims.issuer(null)));
        wrong.put("for another audience", "Bearer " + token(claims -> claims.audience("other")));
        wrong.put(
                "without an audience", "Bearer " + token(claims -> claims.audience((String) null)));
        wrong.put("without a subject", "Bearer " + token(claims -> claims.subject(null)));
        wrong.put("signed by somebody else", "Bearer " + new TestIssuer().token(claims -> claims));
        wrong.put("alg none", "Bearer " + new PlainJWT(claims(claims -> claims)).serialize());
        wrong.put(
                "alg none with a signature",
                "Bearer " + base64("{\"alg\":\"none\"}") + good.substring(good.indexOf('.')));
        wrong.put("HS256 with the public key", "Bearer " + hs256(keys.getPublic().getEncoded()));
        wrong.put(
                "HS256 with the PEM", "Bearer " + hs256(pem().getBytes(StandardCharsets.US_ASCII)));
        wrong.put(
                "RS512, which is not on the list",
                "Bearer "
                        + signed(
                                claims(claims -> claims),
                                JWSAlgorithm.RS512,
                                new RSASSASigner(keys.getPrivate())));
        wrong.put(
                "another type",
                "Bearer "
                        + signed(
                                claims(claims -> claims),
                                new JWSHeader.Builder(JWSAlgorithm.RS256)
                                        .type(new JOSEObjectType("logout+jwt"))
                                        .build(),
                                new RSASSASigner(keys.getPrivate())));
        wrong.put("changed claims", "Bearer " + changed(good));
        wrong.put("cut off", "Bearer " + good.substring(0, good.length() - 4));
        return wrong;
    }

    private static String hs256(byte[] secret) {
        try {
            return signed(claims(claims -> claims), JWSAlgorithm.HS256, new MACSigner(secret));
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    private static String changed(String token) {
        String[] parts = token.split("\\.", -1);
        String claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        return parts[0]
                + "."
                + base64(claims.replace("orders:read", "orders:admin"))
                + "."
                + parts[2];
    }

    private static String base64(String json) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String signed(JWTClaimsSet claims, JWSAlgorithm algorithm, JWSSigner signer) {
        return signed(claims, new JWSHeader(algorithm), signer);
    }

    private static String signed(JWTClaimsSet claims, JWSHeader header, JWSSigner signer) {
        try {
            SignedJWT token = new SignedJWT(header, claims);
            token.sign(signer);
            return token.serialize();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }
}
