package dev.cobnut.web.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.impl.ECDSA;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSKeySelector;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.cobnut.framework.autoconfigure.settings.SettingsException;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Clock;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/// Makes the decoder of tokens from the settings: the issuer's keys, the accepted signatures, and
/// the claims that a token must have.
///
/// Spring Security's own builder of a key source fetches the keys for every unknown key id, without
/// a time-out. So the source is made here: it is fetched for an unknown id at most twice within 30
/// seconds, within a time, up to a size, and old keys serve while the issuer is away.
final class IssuerKeys {

    private static final int CONNECT_MS = 2_000;
    private static final int READ_MS = 2_000;
    private static final int BYTES_MAX = 256 * 1_024;
    private static final long OUTAGE_MS = 3_600_000;
    private static final int RSA_BITS_MIN = 2_048;
    private static final Pattern PEM =
            Pattern.compile(
                    "-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\\s]+)-----END PUBLIC KEY-----");

    private IssuerKeys() {}

    /// @throws SettingsException when the key cannot be used
    static JwtDecoder decoder(SecuritySettings.Jwt settings, InstantSource clock) {
        Set<JWSAlgorithm> algorithms =
                settings.algorithms().stream().map(JWSAlgorithm::parse).collect(Collectors.toSet());
        URI uri = settings.jwkSetUri();
        Path file = settings.publicKeyFile();
        var processor = new DefaultJWTProcessor<SecurityContext>();
        processor.setJWSKeySelector(
                uri != null
                        ? new JWSVerificationKeySelector<>(algorithms, source(uri))
                        : ofFile(file == null ? Path.of("") : file, algorithms));
        processor.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(
                        new HashSet<>(
                                Arrays.asList(
                                        JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null))));
        // The claims are checked below, with a sentence for each.
        processor.setJWTClaimsSetVerifier((_, _) -> {});
        var decoder = new NimbusJwtDecoder(processor);
        decoder.setJwtValidator(validator(settings, clock));
        return decoder;
    }

    private static OAuth2TokenValidator<Jwt> validator(
            SecuritySettings.Jwt settings, InstantSource clock) {
        var times = new JwtTimestampValidator(settings.clockSkew());
        times.setClock(clock instanceof Clock zoned ? zoned : clock.withZone(ZoneOffset.UTC));
        return new DelegatingOAuth2TokenValidator<>(
                require("The token has no expiry.", jwt -> jwt.getExpiresAt() != null),
                require(
                        "The token has expired, or is not valid yet.",
                        jwt -> !times.validate(jwt).hasErrors()),
                require(
                        "The token is of another issuer.",
                        jwt -> settings.issuer().equals(jwt.getClaimAsString("iss"))),
                require(
                        "The token is for another audience.",
                        jwt ->
                                jwt.getAudience() != null
                                        && jwt.getAudience().contains(settings.audience())),
                require(
                        "The token has no subject.",
                        jwt -> jwt.getSubject() != null && !jwt.getSubject().isBlank()));
    }

    private static OAuth2TokenValidator<Jwt> require(String sentence, Predicate<Jwt> holds) {
        var failed =
                OAuth2TokenValidatorResult.failure(
                        new OAuth2Error("invalid_token", sentence, null));
        return jwt -> holds.test(jwt) ? OAuth2TokenValidatorResult.success() : failed;
    }

    private static JWKSource<SecurityContext> source(URI uri) {
        try {
            return JWKSourceBuilder.<SecurityContext>create(
                            uri.toURL(),
                            new DefaultResourceRetriever(CONNECT_MS, READ_MS, BYTES_MAX))
                    .outageTolerant(OUTAGE_MS)
                    .build();
        } catch (MalformedURLException e) {
            throw new SettingsException(
                    "cobnut.security.jwt.jwk-set-uri is no URL: " + e.getMessage() + ".");
        }
    }

    private static JWSKeySelector<SecurityContext> ofFile(Path file, Set<JWSAlgorithm> algorithms) {
        PublicKey key = read(file);
        Set<JWSAlgorithm> usable = new HashSet<>(algorithms);
        usable.retainAll(algorithmsOf(key));
        if (usable.isEmpty()) {
            throw new SettingsException(
                    "cobnut.security.jwt.public-key-file has a key that none of cobnut.security.jwt.algorithms fits; it fits %s."
                            .formatted(
                                    algorithmsOf(key).stream()
                                            .map(JWSAlgorithm::getName)
                                            .sorted()
                                            .collect(Collectors.joining(", "))));
        }
        return (header, _) ->
                usable.contains(header.getAlgorithm()) ? List.of(key) : List.<PublicKey>of();
    }

    private static Set<JWSAlgorithm> algorithmsOf(PublicKey key) {
        try {
            return key instanceof ECPublicKey curve
                    ? Set.of(ECDSA.resolveAlgorithm(curve))
                    : new HashSet<>(JWSAlgorithm.Family.RSA);
        } catch (JOSEException _) {
            return Set.of();
        }
    }

    private static PublicKey read(Path file) {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException _) {
            throw new SettingsException(
                    "cobnut.security.jwt.public-key-file cannot be read: %s.".formatted(file));
        }
        Matcher pem = PEM.matcher(text);
        if (pem.find()) {
            for (String algorithm : new String[] {"RSA", "EC"}) {
                try {
                    var key = new X509EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
                    PublicKey read = KeyFactory.getInstance(algorithm).generatePublic(key);
                    if (read instanceof RSAPublicKey rsa
                            && rsa.getModulus().bitLength() < RSA_BITS_MIN) {
                        break;
                    }
                    return read;
                } catch (GeneralSecurityException | IllegalArgumentException _) {
                    // It may be a key of the other kind, or no base64.
                }
            }
        }
        throw new SettingsException(
                "cobnut.security.jwt.public-key-file must have an RSA key from 2048 bits or an EC key, between BEGIN PUBLIC KEY and END PUBLIC KEY: %s."
                        .formatted(file));
    }
}
