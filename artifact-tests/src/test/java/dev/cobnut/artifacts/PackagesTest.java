package dev.cobnut.artifacts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The packages that `docs/artifacts.md` names have the types that it names.
class PackagesTest {

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `(dev\\.cobnut[^`]+)` \\| `([^`]+)` \\| (.+) \\|$");
    private static final Map<String, String> MODULES =
            Map.of(
                    "cobnut-framework", "framework",
                    "cobnut-web", "web",
                    "cobnut-test", "test-kit",
                    "cobnut-sink-http", "sink-http",
                    "cobnut-sink-kafka", "sink-kafka");

    @Test
    void everyTypeIsPublicAndInItsPackage() {
        List<MatchResult> rows =
                ROW.matcher(Artifacts.text(Artifacts.ROOT.resolve("docs/artifacts.md")))
                        .results()
                        .toList();
        assertThat(rows).hasSizeGreaterThan(15);
        assertThat(rows)
                .allSatisfy(row ->
                        assertThat(row.group(3).replace("`", "").split(", "))
                                .allSatisfy(type ->
                                        assertThat(source(row.group(1), row.group(2), type))
                                                .containsPattern(
                                                        "(?m)^public .*\\b" + type + "\\b")));
    }

    private static String source(String folder, String artifact, String type) {
        return Artifacts.text(
                Artifacts.ROOT.resolve(
                        "%s/src/main/java/%s/%s.java"
                                .formatted(MODULES.get(artifact), folder.replace('.', '/'), type)));
    }
}
