package dev.cobnut.lab.flamegraph;

import dev.cobnut.lab.flamegraph.PictureLayout.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Draws the pictures and the page of one comparison or one profile. Every call draws again. The
/// same comparison gives the same bytes.
public final class FlameGraphs {

    /// Nodes with a smaller share of the cost are too small to be seen; they are not tested.
    private static final double VISIBLE_SHARE = 0.0002;

    private final FlameComparison comparison;
    private final CallTree tree;

    public FlameGraphs(FlameComparison comparison) {
        this.comparison = comparison;
        this.tree = CallTree.of(comparison);
        if (!comparison.isSingle()) {
            Change.decide(tree, comparison.places(), VISIBLE_SHARE);
        }
    }

    /// The share of the differential that is coloured, from 0 to 1: changes beyond chance.
    public double coloured() {
        return Change.coloured(tree);
    }

    /// One graph of B, coloured by the change from A.
    Scene difference() {
        return PictureLayout.of(Kind.DIFFERENCE, comparison, tree);
    }

    /// Both graphs, one above the other.
    Scene comparison() {
        return PictureLayout.of(Kind.COMPARISON, comparison, tree);
    }

    Scene single() {
        return PictureLayout.of(Kind.SINGLE, comparison, tree);
    }

    /// The interactive page: one HTML file without external resources.
    public String page() {
        return new Page(comparison, tree).html();
    }

    /// Writes `<name>-diff.png`, `<name>-diff.svg`, `<name>-comparison.png` and `<name>.html`; for
    /// a single profile `<name>.png`, `<name>.svg` and `<name>.html`.
    ///
    /// @param name window and event, for example `steady-cpu`
    /// @return the files that were written
    public List<Path> write(Path folder, String name) throws IOException {
        Files.createDirectories(folder);
        List<Path> files = new ArrayList<>();
        files.add(Files.writeString(folder.resolve(name + ".html"), page()));
        if (comparison.isSingle()) {
            files.addAll(write(single(), folder.resolve(name)));
        } else {
            files.addAll(write(difference(), folder.resolve(name + "-diff")));
            Path both = folder.resolve(name + "-comparison.png");
            files.add(Files.write(both, PngPainter.paint(comparison())));
        }
        return files;
    }

    private static List<Path> write(Scene scene, Path name) throws IOException {
        return List.of(
                Files.write(Path.of(name + ".png"), PngPainter.paint(scene)),
                Files.writeString(Path.of(name + ".svg"), SvgPainter.paint(scene)));
    }
}
