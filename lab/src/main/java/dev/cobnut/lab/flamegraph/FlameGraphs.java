package dev.cobnut.lab.flamegraph;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Draws the pictures and the page of one comparison or one profile. Every call draws again. The
/// same comparison gives the same bytes.
public final class FlameGraphs {

    /// Most rows of a picture; it is then at most 1400 pixels high.
    private static final int ROWS_MAX = 74;

    /// Up to this number of rows, sequences of frames are folded only lightly.
    private static final int ROWS_WANTED = 46;

    private final FlameComparison comparison;
    private final CallTree tree;
    private final boolean perRequest;
    private final double beforeCost;
    private final double afterCost;

    public FlameGraphs(FlameComparison comparison) {
        this.comparison = comparison;
        this.tree = CallTree.of(comparison.before(), comparison.after());
        Double before = comparison.before().cost().perRequest();
        Double after = comparison.after().cost().perRequest();
        this.perRequest = before != null && after != null;
        this.beforeCost =
                before != null && after != null ? before : comparison.before().cost().perSecond();
        this.afterCost =
                before != null && after != null ? after : comparison.after().cost().perSecond();
    }

    /// Both graphs side by side: 1600 pixels wide, PNG with a palette.
    public byte[] comparisonPng() {
        return PngPainter.paint(layout().both(ROWS_MAX));
    }

    /// The same picture as [#comparisonPng].
    public String comparisonSvg() {
        return SvgPainter.paint(layout().both(ROWS_MAX));
    }

    public byte[] beforePng() {
        return PngPainter.paint(layout().one(true, ROWS_MAX));
    }

    public byte[] afterPng() {
        return PngPainter.paint(layout().one(false, ROWS_MAX));
    }

    /// The same picture as [#beforePng]. For a single profile it is the only picture.
    public String beforeSvg() {
        return SvgPainter.paint(layout().one(true, ROWS_MAX));
    }

    /// The interactive page: one HTML file without external resources.
    public String page() {
        return new Page(comparison, tree).html();
    }

    /// Writes `<name>-comparison.png`, `<name>-comparison.svg` and `<name>.html`; for a single
    /// profile `<name>.png`, `<name>.svg` and `<name>.html`.
    ///
    /// @param name window and event, for example `steady-cpu`
    /// @return the files that were written
    public List<Path> write(Path folder, String name) throws IOException {
        Files.createDirectories(folder);
        Path page = text(folder.resolve(name + ".html"), page());
        return comparison.isSingle()
                ? List.of(
                        Files.write(folder.resolve(name + ".png"), beforePng()),
                        text(folder.resolve(name + ".svg"), beforeSvg()),
                        page)
                : List.of(
                        Files.write(folder.resolve(name + "-comparison.png"), comparisonPng()),
                        text(folder.resolve(name + "-comparison.svg"), comparisonSvg()),
                        page);
    }

    /// Writes a separate picture of each side: `<name>-before.png` and `<name>-after.png`.
    ///
    /// @return the files that were written
    public List<Path> writeSides(Path folder, String name) throws IOException {
        Files.createDirectories(folder);
        return List.of(
                Files.write(folder.resolve(name + "-before.png"), beforePng()),
                Files.write(folder.resolve(name + "-after.png"), afterPng()));
    }

    private PictureLayout layout() {
        double costMin = Math.max(beforeCost, afterCost) * FlamePanel.WIDTH_MIN / 760;
        Folding folding =
                new Folding(
                        new Marking(tree.event(), comparison.subsystems(), comparison.hotspot()),
                        scale(beforeCost, tree.root().before()),
                        scale(afterCost, tree.root().after()),
                        costMin);
        return new PictureLayout(comparison, folding.fold(tree, ROWS_WANTED), perRequest);
    }

    private static double scale(double cost, CallTree.Tally all) {
        long value = all.total().value();
        return value > 0 ? cost / value : 0;
    }

    private static Path text(Path file, String content) throws IOException {
        return Files.writeString(file, content, StandardCharsets.UTF_8);
    }
}
