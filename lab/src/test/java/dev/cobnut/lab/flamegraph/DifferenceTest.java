package dev.cobnut.lab.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.flamegraph.Scene.Rectangle;
import dev.cobnut.lab.flamegraph.Scene.Text;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.SampleFrames;
import dev.cobnut.lab.stacks.StackTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The differential of recorded sessions and of invented runs.
class DifferenceTest {

    @ParameterizedTest
    @CsvSource({"noise-1, CPU", "noise-1, ALLOC"})
    void aVariantAgainstItselfIsNearlyGrey(String session, ProfileEvent event) throws IOException {
        FlameGraphs graphs = new FlameGraphs(recorded(session, event, List.of()));

        assertThat(graphs.coloured()).isLessThan(0.02);
    }

    @Test
    void aPlantedSlowdownIsNamedAndOnlyTheWayToItIsColoured() throws IOException {
        String planted = "dev.cobnut.loadtests.variant.planted.PlantedSlowdown.doFilter";
        FlameGraphs graphs =
                new FlameGraphs(
                        recorded(
                                "planted-1",
                                ProfileEvent.CPU,
                                List.of(new Callout(planted, "new", Tone.WORSE))));

        assertThat(graphs.coloured()).isBetween(0.002, 0.2);
        assertThat(texts(graphs.difference())).contains("1 PlantedSlowdown.doFilter");
        assertThat(outlines(graphs.difference())).isBetween(1L, 5L);
    }

    @Test
    void thereAreAtMostFiveCalloutsAndFiveOutlines() throws IOException {
        List<Callout> many =
                SampleFrames.subsystems().names().stream()
                        .map(name -> new Callout(name, "", Tone.UNTESTED))
                        .toList();
        FlameGraphs graphs = new FlameGraphs(recorded("noise-1", ProfileEvent.CPU, many));

        assertThat(outlines(graphs.difference())).isEqualTo(5);
        assertThat(outlines(graphs.comparison())).isLessThanOrEqualTo(10);
    }

    @Test
    void noTextIsSmallerThanTenPixelsAndNoCellIsCalledAfterANumberOfFrames() throws IOException {
        FlameGraphs graphs =
                new FlameGraphs(
                        recorded(
                                "planted-1",
                                ProfileEvent.ALLOC,
                                List.of(new Callout("outbox", "", Tone.WORSE))));

        for (Scene scene : List.of(graphs.difference(), graphs.comparison())) {
            assertThat(scene.width()).isEqualTo(860);
            assertThat(Scene.LABEL_SIZE).isGreaterThanOrEqualTo(10);
            assertThat(scene.shapes())
                    .allSatisfy(shape -> {
                        switch (shape) {
                            case Text text -> {
                                assertThat(text.size()).isGreaterThanOrEqualTo(10);
                                assertThat(
                                                text.x()
                                                        + Fonts.width(
                                                                text.text(),
                                                                text.bold(),
                                                                text.size()))
                                        .isLessThanOrEqualTo(860);
                            }
                            case Scene.Cell cell -> {
                                assertThat(cell.tip()).isNotBlank();
                                assertThat(cell.label()).doesNotContainPattern("\\d+ frames");
                            }
                            case Rectangle _ -> {}
                        }
                    });
            String svg = SvgPainter.paint(scene);
            assertThat(svg.split("<path", -1)).hasSameSizeAs(svg.split("</title></path>", -1));
        }
    }

    @Test
    void aChangeIsColouredOnlyWhereTheRunsAgree() {
        StackTable table =
                new StackTable(
                        ProfileEvent.CPU, List.of("A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"));
        long[] steady = {1000, 1010, 990, 1005, 1500, 1490, 1510, 1495};
        long[] noisy = {400, 1600, 700, 1300, 1500, 900, 2100, 1100};
        for (int i = 0; i < steady.length; i++) {
            add(table, i, "a.Steady.run", steady[i]);
            add(table, i, "a.Noisy.run", noisy[i]);
            add(table, i, "a.Rest.run", 10_000 - steady[i] - noisy[i]);
        }
        FlameComparison comparison = comparison(table, "A", "B", List.of());
        CallTree tree = CallTree.of(comparison);
        Change.decide(tree, comparison.places(), 0);

        assertThat(node(tree, "a.Steady.run").change.opacity()).isGreaterThan(0.9);
        assertThat(node(tree, "a.Steady.run").change.colour()).isNotEqualTo(Change.NONE.colour());
        assertThat(node(tree, "a.Noisy.run").change.colour()).isEqualTo(Change.NONE.colour());
    }

    @Test
    void whatVanishedHasNoWidthAndIsSaidInWords() {
        StackTable table = new StackTable(ProfileEvent.CPU, List.of("A1", "A2", "B1", "B2"));
        for (int run = 0; run < 4; run++) {
            add(table, run, "a.Rest.run", 1000 + run);
            if (run < 2) {
                add(table, run, "a.Old.run", 500 + run);
            }
        }

        Scene scene = new FlameGraphs(comparison(table, "A", "B", List.of())).difference();

        assertThat(String.join(" ", texts(scene)))
                .contains(
                        "only in A, so without width: 33.4 µs per request with all that it calls, most of it Old.run");
        assertThat(scene.shapes().toString()).doesNotContain("a.Old.run");
    }

    @Test
    void anImprovementIsNotPointedAtInRed() throws IOException {
        Scene scene =
                new FlameGraphs(
                                recorded(
                                        "noise-1",
                                        ProfileEvent.CPU,
                                        List.of(
                                                new Callout("outbox", "", Tone.BETTER),
                                                new Callout("jet", "", Tone.WORSE))))
                        .difference();

        assertThat(rectangles(scene, "callout outbox"))
                .isNotEmpty()
                .extracting(Rectangle::stroke)
                .containsOnly(Tone.BETTER.colour());
        assertThat(rectangles(scene, "callout jet"))
                .isNotEmpty()
                .extracting(Rectangle::stroke)
                .containsOnly(Tone.WORSE.colour());
    }

    /// Delivery, Jet, views and serialization begin at the same place: one calls the other.
    @Test
    void eachCalloutHasALineOfItsOwn() throws IOException {
        List<Callout> nested =
                Stream.of("jet", "dispatch", "pipeline", "serialization", "view")
                        .map(name -> new Callout(name, "", Tone.WORSE))
                        .toList();
        FlameGraphs graphs = new FlameGraphs(recorded("noise-1", ProfileEvent.CPU, nested));

        List<Rectangle> lines = rectangles(graphs.difference(), "callout line");

        assertThat(lines).hasSize(5);
        for (Rectangle line : lines) {
            assertThat(lines)
                    .filteredOn(other -> Math.abs(other.x() - line.x()) < 6)
                    .containsExactly(line);
        }
    }

    @Test
    void aCalloutOfWhatIsOutsideTheWidthStandsInItsStrip() throws IOException {
        String words = "38.4 % of A's CPU samples and 38.9 % of B's; the limit is 25.0 %";
        Callout compiler = new Callout("jit", words, Tone.NOT_COMPARABLE);
        Scene scene =
                new FlameGraphs(recorded("noise-1", ProfileEvent.CPU, List.of(compiler)))
                        .difference();

        assertThat(rectangles(scene, "strip jit"))
                .singleElement()
                .extracting(Rectangle::fill)
                .isEqualTo(Tone.NOT_COMPARABLE.colour());
        assertThat(scene.shapes())
                .filteredOn(shape ->
                        shape instanceof Text text
                                && text.bold()
                                && text.size() >= 11
                                && text.text().equals("1 compiler: " + words))
                .hasSize(1);
    }

    private static List<Rectangle> rectangles(Scene scene, String role) {
        return scene.shapes().stream()
                .filter(Rectangle.class::isInstance)
                .map(Rectangle.class::cast)
                .filter(rectangle -> rectangle.role().equals(role))
                .toList();
    }

    private static void add(StackTable table, int run, String frame, long samples) {
        table.add(table.runs().get(run), List.of(frame), samples, samples * 1_000_000);
    }

    private static CallTree.Node node(CallTree tree, String frame) {
        return tree.nodes().stream().filter(n -> n.frame().equals(frame)).findFirst().orElseThrow();
    }

    private static List<String> texts(Scene scene) {
        return scene.shapes().stream()
                .filter(Text.class::isInstance)
                .map(shape -> ((Text) shape).text())
                .toList();
    }

    private static long outlines(Scene scene) {
        return scene.shapes().stream()
                .filter(shape ->
                        shape instanceof Rectangle r
                                && r.role().startsWith("callout ")
                                && r.stroke() != Scene.NONE)
                .count();
    }

    private static FlameComparison recorded(
            String session, ProfileEvent event, List<Callout> callouts) throws IOException {
        Path stacks = Path.of("..", "flamegraphs", session, "stacks");
        StackTable table =
                StackTable.read(stacks.resolve("steady-%s.stacks.gz".formatted(event.id())));
        return comparison(table, "A", "B", callouts);
    }

    /// The runs of a session have the same number of requests, about.
    private static FlameComparison comparison(
            StackTable table, String a, String b, List<Callout> callouts) {
        return new FlameComparison(
                "A session",
                "at a rate",
                side(table, a),
                side(table, b),
                new Badge("nothing", Tone.WITHIN_NOISE),
                SampleFrames.subsystems(),
                callouts,
                "request",
                List.of("facts"));
    }

    private static FlameSide side(StackTable table, String variant) {
        List<String> runs = table.runs().stream().filter(run -> run.contains(variant)).toList();
        List<Double> costs = runs.stream().map(run -> table.total(run).value() / 15_000.0).toList();
        return new FlameSide(variant, List.of(), table, runs, new Cost(1, costs));
    }
}
