package dev.cobnut.lab.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Draws in a process without fonts, home folder and display, as in a container.
class BareMachineTest {

    private static final long SECONDS_MAX = 120;

    @TempDir Path folder;

    @Test
    void picturesAreTheSameWhereTheSystemHasNoFonts() throws Exception {
        Path out = folder.resolve("bare.png");
        String said = run(Drawing.class, out);

        assertThat(out).as(said).exists();
        assertThat(Files.readAllBytes(out))
                .isEqualTo(
                        PngPainter.paint(
                                new FlameGraphs(Collapsed.comparison(Collapsed.SERVICE))
                                        .comparison()));
    }

    /// Checks the precondition of the other test.
    @Test
    void theSystemsFontsAreReallyMissingInTheOtherProcess() throws Exception {
        String said = run(FontsOfTheSystem.class, folder.resolve("none"));

        assertThat(said).doesNotContain("fonts: yes");
    }

    private String run(Class<?> main, Path out) throws IOException, InterruptedException {
        Path noFonts = Files.writeString(folder.resolve("fonts.conf"), "<fontconfig></fontconfig>");
        ProcessBuilder builder =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        out.toString());
        builder.environment().clear();
        builder.environment().put("HOME", "");
        builder.environment().put("FONTCONFIG_FILE", noFonts.toString());
        Path log = folder.resolve("log");
        Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        boolean ended = process.waitFor(SECONDS_MAX, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended).as("ended in time").isTrue();
        return Files.readString(log);
    }

    static final class Drawing {

        private Drawing() {}

        public static void main(String[] arguments) throws IOException {
            FlameGraphs graphs = new FlameGraphs(Collapsed.comparison(Collapsed.SERVICE));
            Files.write(Path.of(arguments[0]), PngPainter.paint(graphs.comparison()));
        }
    }

    static final class FontsOfTheSystem {

        private FontsOfTheSystem() {}

        public static void main(String[] arguments) {
            System.setProperty("java.awt.headless", "true");
            int fonts =
                    java.awt.GraphicsEnvironment.getLocalGraphicsEnvironment().getAllFonts().length;
            System.out.println(fonts > 5 ? "fonts: yes" : "fonts: no");
        }
    }
}
