package dev.cobnut.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The metadata that an editor shows for the settings of this module.
class HttpSettingsMetadataTest {

    @Test
    void everySettingIsDescribedAndHasItsDefault() throws IOException {
        Map<String, JsonNode> settings = new HashMap<>();
        for (JsonNode setting : metadata().path("properties")) {
            settings.put(setting.path("name").asString(), setting);
        }

        assertThat(settings.keySet().stream().filter(name -> name.startsWith("cobnut.http.")))
                .containsExactlyInAnyOrder(
                        "cobnut.http.allow-unauthenticated-remote",
                        "cobnut.http.answer-time-max",
                        "cobnut.http.body-max",
                        "cobnut.http.body-time-max",
                        "cobnut.http.head-time-max",
                        "cobnut.http.hosts",
                        "cobnut.http.in-flight-max");
        assertThat(settings.keySet().stream().filter(name -> !name.startsWith("cobnut.http.")))
                .containsExactlyInAnyOrder(
                        "cobnut.security.mode",
                        "cobnut.security.keys",
                        "cobnut.security.jwt.issuer",
                        "cobnut.security.jwt.audience",
                        "cobnut.security.jwt.jwk-set-uri",
                        "cobnut.security.jwt.public-key-file",
                        "cobnut.security.jwt.algorithms",
                        "cobnut.security.jwt.customer-claim",
                        "cobnut.security.jwt.clock-skew",
                        "cobnut.security.rate-limit.requests",
                        "cobnut.security.rate-limit.window",
                        "cobnut.security.rate-limit.callers-max");
        assertThat(settings.values())
                .allSatisfy(setting -> {
                    assertThat(setting.path("description").asString(""))
                            .isNotBlank()
                            .doesNotContain("[");
                    if (setting.path("name").asString().startsWith("cobnut.http.")) {
                        assertThat(setting.has("defaultValue")).isTrue();
                    }
                });
    }

    /// The framework's jar has metadata, too: only the module's own file counts.
    private static JsonNode metadata() throws IOException {
        URL own = HttpSettings.class.getProtectionDomain().getCodeSource().getLocation();
        List<URL> found =
                HttpSettings.class
                        .getClassLoader()
                        .resources("META-INF/spring-configuration-metadata.json")
                        .filter(url -> url.toString().startsWith(own.toString()))
                        .toList();
        assertThat(found).hasSize(1);
        try (InputStream in = found.getFirst().openStream()) {
            return JsonMapper.shared().readTree(in);
        }
    }
}
