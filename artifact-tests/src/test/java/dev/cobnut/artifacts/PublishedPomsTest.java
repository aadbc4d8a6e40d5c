package dev.cobnut.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What Maven Central asks of a POM, and what the POMs say twice.
class PublishedPomsTest {

    private static final Pattern PROPERTY = Pattern.compile("<([a-z-]+\\.version)>([^<]+)</");

    @Test
    void theBomAndTheParentNameTheSameVersions() {
        Map<String, String> parent = versions("pom.xml");
        assertThat(versions("bom/pom.xml"))
                .hasSizeGreaterThan(3)
                .allSatisfy((name, version) -> assertThat(parent).containsEntry(name, version));
    }

    @Test
    void theBomHasEveryPublishedJar() {
        assertThat(
                        Artifacts.ALL.stream()
                                .filter(Artifacts.Artifact::hasJar)
                                .map(artifact -> "<artifactId>" + artifact.name() + "<"))
                .allSatisfy(id ->
                        assertThat(Artifacts.text(Artifacts.ROOT.resolve("bom/pom.xml")))
                                .contains(id));
    }

    @Test
    void theScriptPublishesTheseModules() {
        assertThat(Artifacts.text(Artifacts.ROOT.resolve("bom/publish.sh")))
                .contains(
                        "published_modules=(%s)"
                                .formatted(
                                        String.join(
                                                " ",
                                                Artifacts.ALL.stream()
                                                        .map(Artifacts.Artifact::folder)
                                                        .filter(folder -> !folder.isEmpty())
                                                        .toList())));
    }

    @Test
    void everyPomHasWhatMavenCentralAsksFor() {
        assertThat(List.of("pom.xml", "bom/pom.xml"))
                .allSatisfy(pom ->
                        assertThat(Artifacts.text(Artifacts.ROOT.resolve(pom)))
                                .contains(
                                        "<url>https://",
                                        "<license>",
                                        "<developer>",
                                        "<scm",
                                        "<connection>scm:git:"));
        assertThat(Artifacts.ALL)
                .allSatisfy(artifact ->
                        assertThat(Artifacts.text(artifact.pom()))
                                .as(artifact.name())
                                .contains(
                                        "<artifactId>" + artifact.name() + "<",
                                        "<name>",
                                        "<description>"));
    }

    @Test
    void everyJarHasAModuleNameOfItsOwn() {
        assertThat(
                        Artifacts.ALL.stream()
                                .filter(Artifacts.Artifact::hasJar)
                                .map(artifact -> Artifacts.text(artifact.pom()))
                                .map(pom -> find(pom, "<module.name>(dev\\.cobnut[a-z.]+)<")))
                .hasSize(8)
                .doesNotHaveDuplicates()
                .doesNotContain("");
    }

    private static Map<String, String> versions(String pom) {
        Map<String, String> versions = new LinkedHashMap<>();
        Matcher property = PROPERTY.matcher(Artifacts.text(Artifacts.ROOT.resolve(pom)));
        while (property.find()) {
            versions.put(property.group(1), property.group(2));
        }
        return versions;
    }

    private static String find(String text, String regex) {
        Matcher found = Pattern.compile(regex).matcher(text);
        return found.find() ? found.group(1) : "";
    }
}
