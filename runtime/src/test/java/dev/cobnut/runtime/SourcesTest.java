package dev.cobnut.runtime;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Rules about the text of the sources of all modules. Each failure says what to do instead.
class SourcesTest {

    /// A search that reads fewer files searches the wrong folder.
    private static final int FILES_MIN = 200;

    /// Files of a package, `package-info.java` included. The journal is one concept and exempt.
    private static final int PACKAGE_FILES_MAX = 31;

    private static final Path ROOT = Path.of("..");

    @Test
    void noCodeSleeps() {
        assertThat(linesWith("\\bThread" + "\\.sleep\\(", _ -> true))
                .as("wait for the event itself: a latch, a future with a limit, Awaitility")
                .isEmpty();
    }

    @Test
    void nothingIsLeftToDo() {
        assertThat(linesWith("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b", _ -> true))
                .as("do it, or open an issue")
                .isEmpty();
    }

    @Test
    void noMainCodeHasAThreadLocal() {
        assertThat(linesWith("\\bThreadLocal\\b(?!Random)", file -> file.contains("/main/")))
                .as("with a virtual thread per turn use an argument or a ScopedValue")
                .isEmpty();
    }

    @Test
    void theLibrariesPrintNothing() {
        assertThat(
                        linesWith(
                                "\\bSystem\\.(out|err)\\b|\\.printStackTrace\\(\\)",
                                file ->
                                        file.matches(
                                                "(runtime|framework|test-kit|sink-http|sink-kafka)/src/main/.*")))
                .as("use System.Logger")
                .isEmpty();
    }

    @Test
    void noNameMeansTwoThings() {
        Map<String, List<String>> byName =
                sources().stream()
                        .map(file -> ROOT.relativize(file).toString())
                        .filter(path -> !path.endsWith("package-info.java"))
                        .collect(groupingBy(path -> path.substring(path.lastIndexOf('/') + 1)));
        assertThat(byName.values())
                .as("give one of the two a name of its own")
                .allSatisfy(paths -> assertThat(paths).hasSize(1));
    }

    @Test
    void noPackageIsCrowded() {
        Map<String, Long> filesByPackage =
                sources().stream()
                        .map(file -> ROOT.relativize(file).toString())
                        .filter(path -> path.contains("/src/main/"))
                        .map(path -> path.substring(0, path.lastIndexOf('/')))
                        .filter(folder -> !folder.endsWith("dev/cobnut/framework/journal"))
                        .collect(groupingBy(folder -> folder, counting()));
        assertThat(filesByPackage.entrySet())
                .as("split the package by concept")
                .allSatisfy(files ->
                        assertThat(files.getValue())
                                .as(files.getKey())
                                .isLessThanOrEqualTo(PACKAGE_FILES_MAX));
    }

    /// @param where chooses files by their path from the root
    private static List<String> linesWith(String regex, Predicate<String> where) {
        Pattern pattern = Pattern.compile(regex);
        List<String> found = new ArrayList<>();
        for (Path file : sources()) {
            String path = ROOT.relativize(file).toString();
            if (where.test(path)) {
                int number = 0;
                for (String line : lines(file)) {
                    number++;
                    if (pattern.matcher(line).find()) {
                        found.add(path + ":" + number + ": " + line.strip());
                    }
                }
            }
        }
        return found;
    }

    private static List<Path> sources() {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path source : modules.map(module -> module.resolve("src")).toList()) {
                if (Files.isDirectory(source)) {
                    try (Stream<Path> files = Files.walk(source)) {
                        files.filter(file -> file.toString().endsWith(".java"))
                                .forEach(sources::add);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(sources).hasSizeGreaterThan(FILES_MIN);
        return sources;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
