package dev.cobnut.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Rules about the text of the sources, each with the way out.
class SourcesTest {

    /// Not below this number of files: a search in the wrong folder finds nothing wrong.
    private static final int FILES_MIN = 50;

    private static final Path SOURCES = Path.of("src");
    private static final Path MAIN = SOURCES.resolve("main");

    @Test
    void nobodySleeps() {
        assertThat(linesWith(SOURCES, "\\bThread" + "\\.sleep\\("))
                .as("wait for what you wait for: a latch, a future with a limit, Awaitility")
                .isEmpty();
    }

    @Test
    void theFrameworkPrintsNothing() {
        assertThat(linesWith(MAIN, "\\bSystem\\.(out|err)\\b|\\.printStackTrace\\(\\)"))
                .as("use System.Logger")
                .isEmpty();
    }

    @Test
    void nothingIsLeftToDo() {
        assertThat(linesWith(SOURCES, "\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b"))
                .as("do it, or make an issue of it")
                .isEmpty();
    }

    @Test
    void thereIsNoThreadLocal() {
        assertThat(linesWith(MAIN, "\\bThreadLocal\\b(?!Random)"))
                .as("with a virtual thread per turn use an argument or a ScopedValue")
                .isEmpty();
    }

    private static List<String> linesWith(Path folder, String regex) {
        Pattern pattern = Pattern.compile(regex);
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> sources =
                    files.filter(file -> file.getFileName().toString().endsWith(".java")).toList();
            assertThat(sources).hasSizeGreaterThan(FILES_MIN);
            for (Path file : sources) {
                int number = 0;
                for (String line : Files.readAllLines(file)) {
                    number++;
                    if (pattern.matcher(line).find()) {
                        found.add(file + ":" + number + ": " + line.strip());
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }
}
