package dev.cobnut.loadtests.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.loadtests.Needs;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The jar of the order service contains a correct list of its libraries in the CycloneDX format.
class BillOfMaterialsIT {

    private static final String PATH = "META-INF/sbom/application.cdx.json";

    @Test
    void everyLibraryInTheJarIsListedWithItsVersion() throws Exception {
        try (ZipFile jar = new ZipFile(Needs.serviceJar().toFile())) {
            Map<String, String> listed = versions(jar);

            assertThat(listed)
                    .containsKeys(
                            "com.hazelcast:hazelcast",
                            "org.xerial:sqlite-jdbc",
                            "org.postgresql:postgresql")
                    .allSatisfy((name, version) -> assertThat(version).as(name).isNotBlank());
            assertThat(
                            listed.entrySet().stream()
                                    .map(entry ->
                                            entry.getKey().replaceFirst(".*:", "")
                                                    + "-"
                                                    + entry.getValue()
                                                    + ".jar"))
                    .containsAll(
                            jar.stream()
                                    .map(ZipEntry::getName)
                                    .filter(name ->
                                            name.startsWith("BOOT-INF/lib/")
                                                    && name.endsWith(".jar")
                                                    && !name.contains("spring-boot-jarmode"))
                                    .map(name -> name.replaceFirst(".*/", ""))
                                    .toList());
        }
    }

    /// Versions by `group:name`.
    private static Map<String, String> versions(ZipFile jar) throws IOException {
        ZipEntry entry = jar.getEntry(PATH);
        assertThat(entry).as(PATH).isNotNull();
        Map<String, String> versions = new HashMap<>();
        try (InputStream in = jar.getInputStream(entry)) {
            JsonNode document = JsonMapper.shared().readTree(in);
            assertThat(document.path("bomFormat").asString()).isEqualTo("CycloneDX");
            for (JsonNode component : document.path("components")) {
                versions.put(
                        component.path("group").asString()
                                + ":"
                                + component.path("name").asString(),
                        component.path("version").asString());
            }
        }
        return versions;
    }
}
