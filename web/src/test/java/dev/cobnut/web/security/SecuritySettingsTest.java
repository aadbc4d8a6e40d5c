package dev.cobnut.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.web.server.CobnutServerAutoConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/// Settings that contradict each other, or of which one is missing, stop the start with a sentence.
class SecuritySettingsTest {

    private static final String S = "cobnut.security.";
    private static final String HASH = "0".repeat(64);

    private final WebApplicationContextRunner service =
            new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
                    .withConfiguration(
                            AutoConfigurations.of(
                                    CobnutSecurityAutoConfiguration.class,
                                    CobnutServerAutoConfiguration.class,
                                    EndpointAutoConfiguration.class,
                                    WebEndpointAutoConfiguration.class,
                                    TomcatServletWebServerAutoConfiguration.class))
                    .withPropertyValues("server.port=0", "server.address=127.0.0.1");

    private WebApplicationContextRunner with(String settings) {
        return service.withPropertyValues(
                java.util.Arrays.stream(settings.split(" "))
                        .map(setting -> S + setting.replace("HASH", HASH))
                        .toArray(String[]::new));
    }

    private static void assertRefused(WebApplicationContextRunner service, String sentence) {
        service.run(context ->
                assertThat(context).getFailure().rootCause().message().startsWith(S + sentence));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mode=api-key | mode=api-key needs a key; set cobnut.security.keys.<id>.sha256 and .scopes",
                "keys.shop.sha256=HASH keys.shop.scopes=read | keys are given, but the mode is not api-key; set mode=api-key",
                "mode=api-key keys.shop.scopes=read | keys.<id>.sha256 must be set to 64 hexadecimal digits",
                "mode=api-key keys.shop.sha256=secret keys.shop.scopes=read | keys.<id>.sha256 must be set to 64 hexadecimal digits",
                "mode=api-key keys.shop.sha256=HASH | keys.<id>.scopes must name at least one scope",
                "mode=api-key keys.shop.sha256=HASH keys.shop.scopes=raed | keys.shop.scopes has raed; there are admin, metrics, read, write.",
                "mode=api-key keys.shop.sha256=HASH keys.shop.scopes=admin keys.shop.customer=ada | keys.shop has a customer and the scope admin, which acts for all customers; take one of the two away.",
                "mode=jwt | mode=jwt needs cobnut.security.jwt.issuer, .audience, and .jwk-set-uri or .public-key-file",
                "jwt.issuer=i jwt.audience=a jwt.jwk-set-uri=https://i/keys | jwt is given, but the mode is not jwt; set mode=jwt",
                "mode=jwt jwt.issuer=i jwt.jwk-set-uri=https://i/keys | jwt.issuer and cobnut.security.jwt.audience must be set",
                "mode=jwt jwt.issuer=i jwt.audience=a | jwt needs either jwk-set-uri or public-key-file",
                "mode=jwt jwt.issuer=i jwt.audience=a jwt.jwk-set-uri=https://i/keys jwt.public-key-file=x.pem | jwt needs either jwk-set-uri or public-key-file",
                "mode=jwt jwt.issuer=i jwt.audience=a jwt.jwk-set-uri=http://192.0.2.1/keys | jwt.jwk-set-uri must begin with https://, or with http:// and a loopback address",
                "mode=jwt jwt.issuer=i jwt.audience=a jwt.jwk-set-uri=https://i/keys jwt.algorithms=RS256,none | jwt.algorithms may have",
                "mode=jwt jwt.issuer=i jwt.audience=a jwt.jwk-set-uri=https://i/keys jwt.algorithms=HS256 | jwt.algorithms may have",
                "mode=jwt jwt.issuer=i jwt.audience=a jwt.jwk-set-uri=https://i/keys jwt.clock-skew=6m | jwt.clock-skew must be from 0s to 5m, but is 360000 ms",
                "mode=jwt jwt.issuer=i jwt.audience=a jwt.public-key-file=nowhere.pem | jwt.public-key-file cannot be read: nowhere.pem.",
                "rate-limit.requests=0 | rate-limit.requests must be from 1 to 1000000, but is 0",
                "rate-limit.window=100ms | rate-limit.window must be from 1s to 1h, but is 100 ms",
                "rate-limit.callers-max=0 | rate-limit.callers-max must be from 1 to 1000000, but is 0"
            })
    void itIsOneSentence(String settings, String sentence) {
        assertRefused(with(settings), sentence);
    }

    @Test
    void aKeyThatDoesNotFitIsRefused(@TempDir Path folder)
            throws IOException, NoSuchAlgorithmException {
        String jwt = "mode=jwt jwt.issuer=i jwt.audience=a jwt.public-key-file=";
        Path none = Files.writeString(folder.resolve("none.pem"), "nothing");
        Path cut =
                Files.writeString(
                        folder.resolve("cut.pem"),
                        "-----BEGIN PUBLIC KEY-----\nAAAAA\n-----END PUBLIC KEY-----\n");
        Path small = pem(folder, "RSA", 1_024);
        Path large = pem(folder, "RSA", 2_048);
        Path curve = pem(folder, "EC", 384);

        assertRefused(with(jwt + none), "jwt.public-key-file must have an RSA key from 2048 bits");
        assertRefused(with(jwt + cut), "jwt.public-key-file must have an RSA key from 2048 bits");
        assertRefused(with(jwt + small), "jwt.public-key-file must have an RSA key from 2048 bits");
        assertRefused(
                with(jwt + curve),
                "jwt.public-key-file has a key that none of cobnut.security.jwt.algorithms fits; it fits ES384.");
        with(jwt + curve + " jwt.algorithms=ES384")
                .run(context -> assertThat(context).hasNotFailed());
        with(jwt + large).run(context -> assertThat(context).hasNotFailed());
        assertRefused(
                with(jwt + large).withClassLoader(new FilteredClassLoader(NimbusJwtDecoder.class)),
                "mode=jwt needs org.springframework.security:spring-security-oauth2-jose on the class path.");
    }

    private static Path pem(Path folder, String algorithm, int bits)
            throws IOException, NoSuchAlgorithmException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(bits);
        byte[] key = generator.generateKeyPair().getPublic().getEncoded();
        return Files.writeString(
                folder.resolve(algorithm + bits + ".pem"),
                "-----BEGIN PUBLIC KEY-----\n%s\n-----END PUBLIC KEY-----\n"
                        .formatted(Base64.getMimeEncoder().encodeToString(key)));
    }

    @Test
    void aServiceThatAsksForCredentialsMayBeReachedFromElsewhere() {
        with("mode=api-key keys.shop.sha256=HASH keys.shop.scopes=read")
                .withPropertyValues("server.address=0.0.0.0")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void theSettingsNameNoSecretWhenTheyArePrinted() {
        with("mode=api-key keys.shop.sha256=HASH keys.shop.scopes=read keys.shop.customer=ada")
                .run(context ->
                        assertThat(context.getBean(SecuritySettings.class).toString())
                                .contains("shop")
                                .doesNotContain(HASH, "ada"));
    }
}
