package dev.cobnut.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The site of this repository, read as a browser reads it.
class SiteTest {

    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern REFERENCE = Pattern.compile(" (?:href|src)=\"([^\"]*)\"");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path site;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path other;

    @BeforeAll
    static void build() throws IOException {
        assertThat(Site.build(REPOSITORY, site)).isEqualTo(pages().size());
    }

    @Test
    void everyLinkWithinTheSiteLeadsToAFileAndItsHeading() {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : pages()) {
            for (String reference : references(page)) {
                if (!reference.matches("[a-z]+:.*")) {
                    links++;
                    Path file = target(page, reference);
                    String anchor = reference.replaceFirst("[^#]*#?", "");
                    boolean found =
                            Files.isRegularFile(file)
                                    && (anchor.isEmpty()
                                            || text(file).contains(" id=\"" + anchor + "\""));
                    if (!found) {
                        broken.add(site.relativize(page) + " → " + reference);
                    }
                }
            }
        }
        assertThat(links).isGreaterThan(1000);
        assertThat(broken).isEmpty();
    }

    @Test
    void everyPageIsReachedFromTheNavigation() {
        Set<Path> reached = new LinkedHashSet<>();
        Deque<Path> open = new ArrayDeque<>(List.of(site.resolve("index.html")));
        while (!open.isEmpty()) {
            Path page = open.pop();
            if (page.toString().endsWith(".html") && reached.add(page)) {
                references(page).stream()
                        .filter(reference -> !reference.matches("[a-z]+:.*"))
                        .forEach(reference -> open.add(target(page, reference)));
            }
        }
        assertThat(reached).containsExactlyInAnyOrderElementsOf(pages());
    }

    @Test
    void everyPageOfTheDocumentationIsInTheSite() throws IOException {
        for (String folder : List.of("docs", "docs/adr")) {
            try (Stream<Path> files = Files.list(REPOSITORY.resolve(folder))) {
                assertThat(files.filter(file -> file.toString().endsWith(".md")))
                        .isNotEmpty()
                        .as("name it in docs/README.md")
                        .allSatisfy(file ->
                                assertThat(
                                                site.resolve(
                                                        MarkdownPage.of(
                                                                        REPOSITORY.relativize(file),
                                                                        "")
                                                                .html()))
                                        .exists());
            }
        }
    }

    @Test
    void nothingIsLoadedFromElsewhere() {
        assertThat(pages())
                .allSatisfy(page ->
                        assertThat(text(page))
                                .doesNotContain("<script", "@import", "<iframe")
                                .doesNotContainPattern("(src|<link [^>]*href)=\"[a-z]*:?//"));
        assertThat(text(site.resolve("site.css"))).doesNotContain("url(", "@import");
    }

    @Test
    void theSettingsOfAllModulesAreThereWithTheirDefaults() {
        assertThat(text(site.resolve("docs/settings.html")))
                .contains("<code>cobnut.outbox.attempts-max</code>", "<code>8</code>")
                .contains("<code>cobnut.http.body-max</code>", "<code>256KB</code>")
                .contains("<code>cobnut.sink.http.connect-deadline</code>")
                .contains("<code>cobnut.sink.kafka.topic</code>")
                .doesNotContain("<td></td>\n</tr>");
    }

    @Test
    void everyProblemIsThereWithItsStatus() {
        assertThat(text(site.resolve("docs/problems.html")))
                .containsPattern("/problems/outcome-unknown</code></td>\\s*<td>503</td>");
    }

    @Test
    void aLinkToAFileOfTheSourcesIsItsTextWithThePath() throws IOException {
        repository("[code](../Code.java) and [`more`](https://example.org)");
        Files.writeString(other.resolve("Code.java"), "");
        Path built = other.resolve("site");
        Site.build(other, built);
        assertThat(built.resolve("docs/index.html"))
                .content()
                .contains("<span class=\"file\" title=\"Code.java\">code</span>")
                .contains("<a href=\"https://example.org\"><code>more</code></a>");
    }

    @Test
    void aLinkToNothingEndsTheBuildAndLeavesTheSiteThatIsThere() throws IOException {
        Path built = Files.createDirectories(other.resolve("site"));
        Path before = Files.writeString(built.resolve("index.html"), "before");
        repository("[gone](gone.md)");
        assertThatThrownBy(() -> Site.build(other, built))
                .hasMessage("docs/README.md links to gone.md, which does not exist.");
        repository("[gone](#gone)");
        assertThatThrownBy(() -> Site.build(other, built))
                .hasMessage(
                        "docs/README.md links to #gone, but docs/README.md has no such heading.");
        repository("![gone](gone.png)");
        assertThatThrownBy(() -> Site.build(other, built))
                .hasMessage("docs/README.md links to gone.png, which does not exist.");
        assertThat(before).hasContent("before");
    }

    @Test
    void headingsHaveTheNamesThatGithubGivesThem() {
        MarkdownPage page =
                MarkdownPage.of(Path.of("a.md"), "# What `a_b`/c says, in 2\n## Twice\n## Twice\n");
        assertThat(page.anchors().values())
                .containsExactly("what-a_bc-says-in-2", "twice", "twice-1");
    }

    /// @param text of a page that is in no group
    private void repository(String text) throws IOException {
        Files.writeString(other.resolve("README.md"), "# Home\n");
        Path docs = Files.createDirectories(other.resolve("docs"));
        for (String page : List.of("web", "operating")) {
            Files.writeString(docs.resolve(page + ".md"), "# A\n## Problems\n## Settings\n");
        }
        Files.writeString(
                docs.resolve("README.md"),
                "# Index\n" + text + "\n## Reference\n- [Web](web.md)\n- [Op](operating.md)\n");
    }

    private static List<Path> pages() {
        try (Stream<Path> files = Files.walk(site)) {
            return files.filter(file -> file.toString().endsWith(".html")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> references(Path page) {
        List<String> references = new ArrayList<>();
        for (Matcher found = REFERENCE.matcher(text(page)); found.find(); ) {
            references.add(found.group(1));
        }
        return references;
    }

    private static Path target(Path page, String reference) {
        String file = reference.replaceFirst("#.*", "");
        return file.isEmpty() ? page : page.resolveSibling(file).normalize();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
