package dev.cobnut.lab.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.cobnut.lab.stacks.ProfileEvent;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/// Checks the content of a picture in its SVG, and that the PNG shows the same picture.
class PictureTest {

    private static final String POLL = "dev.cobnut.framework.outbox.OutboxPublisher.poll";

    private final FlameGraphs graphs = new FlameGraphs(Collapsed.comparison(Collapsed.SERVICE));

    @TempDir Path folder;

    @Test
    void theCheaperGraphIsNarrowerByItsCostPerRequest() throws Exception {
        List<Element> roots = cells(svg(graphs), "all");

        assertThat(roots).hasSize(2);
        assertThat(number(roots.get(0), "width")).isCloseTo(828, within(1.0));
        assertThat(number(roots.get(1), "width")).isCloseTo(828 * 0.7, within(1.0));
    }

    @Test
    void eachFrameIsAsWideAsItsShareOfTheCost() throws Exception {
        List<Element> polls = cells(svg(graphs), POLL);

        assertThat(number(polls.get(0), "width")).isCloseTo(828 * 0.4, within(1.0));
        assertThat(number(polls.get(1), "width")).isCloseTo(828 * 0.1, within(1.0));
    }

    @Test
    void aThinOutlineAndANumberPointAtTheCulpritOnBothSidesAndNowhereElse() throws Exception {
        Document svg = svg(graphs);
        List<Element> boxes = rectangles(svg, "callout outbox");
        List<Element> polls = cells(svg, POLL);

        assertThat(boxes).hasSize(2);
        assertThat(texts(svg)).contains("outbox: 400 → 100 µs");
        assertThat(texts(svg).stream().filter("1 outbox"::equals)).hasSize(2);
        for (int side = 0; side < 2; side++) {
            assertThat(number(boxes.get(side), "x"))
                    .isCloseTo(number(polls.get(side), "x"), within(1.5));
            assertThat(number(boxes.get(side), "width"))
                    .isCloseTo(number(polls.get(side), "width"), within(2.0));
            assertThat(number(boxes.get(side), "y"))
                    .isCloseTo(number(polls.get(side), "y"), within(2.0));
        }
    }

    @Test
    void oneProfileIsAsWideAsThePictureAndHasBoxesAndNoBadge() throws Exception {
        FlameGraphs graphs = new FlameGraphs(Collapsed.single(Collapsed.SERVICE));
        graphs.write(folder, "cpu");

        Document svg = parsed(Files.readString(folder.resolve("cpu.svg")));
        assertThat(cells(svg, "all")).hasSize(1);
        assertThat(number(cells(svg, "all").getFirst(), "width")).isCloseTo(828, within(1.0));
        assertThat(rectangles(svg, "callout outbox")).hasSize(1);
        assertThat(rectangles(svg, "badge")).isEmpty();
        assertThat(texts(svg)).contains("outbox: a caption of profile", "µs CPU per request");
        assertThat(String.join(" ", texts(svg))).doesNotContain("before").doesNotContain("after");
        assertThat(folder.resolve("cpu.png")).exists();
        assertThat(folder.resolve("cpu.html")).exists();
        assertThat(folder.resolve("cpu-comparison.png")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource
    void theBadgeHasASignAndWordsBesideItsColour(Tone tone) throws Exception {
        Badge badge = new Badge("outbox −75 %", tone);
        Document svg =
                svg(
                        new FlameGraphs(
                                Collapsed.comparison(ProfileEvent.CPU, Collapsed.SERVICE, badge)));

        assertThat(texts(svg)).contains(tone.sign() + " outbox −75 % · " + tone.words());
        assertThat(rectangles(svg, "badge").getFirst().getAttribute("fill"))
                .isEqualTo(SvgPainter.colour(tone.colour()));
    }

    @Test
    void thePictureContainsTheTextsOfTheCaller() throws Exception {
        assertThat(texts(svg(graphs)))
                .contains(
                        "Outbox & its <polls>",
                        "window steady, 100 requests per second",
                        "before · 01-A",
                        "after · 02-B",
                        "outbox: a caption of before",
                        "outbox: a caption of after",
                        "event cpu · runs 01-A, 02-B",
                        "µs CPU per request");
    }

    @Test
    void theRulerShowsTheCostPerRequest() throws Exception {
        Document svg = svg(graphs);
        List<Element> labels =
                all(svg, "text").stream().filter(e -> e.getTextContent().equals("800")).toList();

        assertThat(labels).hasSize(2);
        assertThat(number(labels.getFirst(), "x")).isCloseTo(16 + 0.8 * 828 - 9, within(2.0));
    }

    @Test
    void allocationsAreInBytes() throws Exception {
        Badge badge = new Badge("", Tone.WITHIN_NOISE);
        Document svg =
                svg(
                        new FlameGraphs(
                                Collapsed.comparison(
                                        ProfileEvent.ALLOC, "a.B.c;byte[] 10 10", badge)));

        assertThat(texts(svg)).contains("KiB allocated per request", "≈ within noise");
        assertThat(texts(svg)).contains("allocated type", "byte[]");
    }

    @Test
    void withoutCountedRequestsTheWidthIsTheCostPerSecond() throws Exception {
        FlameComparison with = Collapsed.comparison(Collapsed.SERVICE);
        FlameSide after =
                new FlameSide(
                        "after",
                        List.of(),
                        with.after().stacks(),
                        with.after().runs(),
                        new Cost(35e6, null));
        FlameComparison without =
                new FlameComparison(
                        with.title(),
                        with.subtitle(),
                        with.before(),
                        after,
                        new Badge("", Tone.NOT_COMPARABLE),
                        with.subsystems(),
                        with.callouts(),
                        with.per(),
                        with.facts());

        Document svg = svg(new FlameGraphs(without));

        assertThat(texts(svg)).contains("ms CPU per second");
        assertThat(number(cells(svg, "all").get(1), "width")).isCloseTo(828 * 0.35, within(1.0));
    }

    @Test
    void framesTooNarrowToBeSeenAreOneCell() throws Exception {
        String crowd =
                IntStream.range(0, 400)
                        .mapToObj(i -> "a.B.c;a.B.narrow" + i + " 1 1")
                        .collect(Collectors.joining("\n", "", "\n"));

        Document narrow = svg(new FlameGraphs(Collapsed.comparison(crowd + "a.B.wide 2100 2100")));
        Document visible = svg(new FlameGraphs(Collapsed.comparison(crowd + "a.B.wide 300 300")));

        List<Element> merged = cells(narrow, "a.B.narrow0\nand 399 narrower");
        assertThat(merged).hasSize(2);
        assertThat(number(merged.getFirst(), "width")).isCloseTo(828 * 0.16, within(1.0));
        assertThat(cells(visible, "a.B.narrow0\nand 399 narrower")).isEmpty();
    }

    @Test
    void aSideWithoutSamplesSaysSo() throws Exception {
        Document svg = svg(new FlameGraphs(Collapsed.comparison("a.B.c 0 10")));

        assertThat(cells(svg, "all")).hasSize(1);
        assertThat(new FlameGraphs(Collapsed.comparison("a.B.c 0 10")).page()).isNotEmpty();
        assertThat(texts(svg)).contains("no samples");
    }

    @Test
    void theDeepestStacksFitIntoAPicture() throws Exception {
        List<String> lines = new ArrayList<>();
        StringBuilder stack = new StringBuilder("dev.cobnut.A.m0");
        for (int depth = 1; depth < 300; depth++) {
            stack.append(";dev.cobnut.A.m").append(depth);
            lines.add(stack + " 5 5");
        }

        BufferedImage image =
                image(
                        PngPainter.paint(
                                new FlameGraphs(Collapsed.comparison(String.join("\n", lines)))
                                        .comparison()));

        assertThat(image.getHeight()).isBetween(1000, 2400);
    }

    @Test
    void thePngIsTheSamePictureTwiceAsSharpWithAPalette() throws Exception {
        byte[] png = PngPainter.paint(graphs.comparison());
        BufferedImage image = image(png);
        Element svg = svg(graphs).getDocumentElement();
        Element box = rectangles(svg(graphs), "callout outbox").getFirst();
        int left = (int) Math.round(2 * number(box, "x"));
        int middle = (int) Math.round(2 * (number(box, "y") + number(box, "height") / 2));

        assertThat(image.getWidth()).isEqualTo(2 * PictureLayout.WIDTH);
        assertThat(image.getHeight()).isEqualTo(2 * (int) number(svg, "height"));
        assertThat(image.getColorModel()).isInstanceOf(IndexColorModel.class);
        assertThat(png.length).isLessThan(150_000);
        assertThat(image.getRGB(left, middle) & 0xFFFFFF).isEqualTo(Tone.BETTER.colour());
        assertThat(image.getRGB(left + 40, middle) & 0xFFFFFF).isNotEqualTo(Tone.BETTER.colour());
    }

    @Test
    void theSameComparisonIsTheSameBytes() {
        FlameGraphs again = new FlameGraphs(Collapsed.comparison(Collapsed.SERVICE));

        assertThat(PngPainter.paint(again.comparison()))
                .isEqualTo(PngPainter.paint(graphs.comparison()));
        assertThat(SvgPainter.paint(again.difference()))
                .isEqualTo(SvgPainter.paint(graphs.difference()));
        assertThat(again.page()).isEqualTo(graphs.page());
    }

    @Test
    void fourFilesAreWritten() throws Exception {
        graphs.write(folder.resolve("deep/er"), "steady-cpu");

        assertThat(folder.resolve("deep/er").toFile().list())
                .containsExactlyInAnyOrder(
                        "steady-cpu-diff.png",
                        "steady-cpu-diff.svg",
                        "steady-cpu-comparison.png",
                        "steady-cpu.html");
    }

    private static BufferedImage image(byte[] png) throws Exception {
        return ImageIO.read(new ByteArrayInputStream(png));
    }

    private static Document svg(FlameGraphs graphs) throws Exception {
        return parsed(SvgPainter.paint(graphs.comparison()));
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)));
    }

    /// A cell as an element with `x`, `y` and `width`.
    private static List<Element> cells(Document svg, String name) {
        return all(svg, "path").stream()
                .filter(path ->
                        all(path, "title").getFirst().getTextContent().startsWith(name + "\n"))
                .map(PictureTest::withBounds)
                .toList();
    }

    /// Reads `M x y h width v height H x z`.
    private static Element withBounds(Element path) {
        String[] parts = path.getAttribute("d").split("[M hvHz]+", -1);
        path.setAttribute("x", parts[1]);
        path.setAttribute("y", parts[2]);
        path.setAttribute("width", parts[3]);
        return path;
    }

    private static List<Element> rectangles(Document svg, String role) {
        return all(svg, "rect").stream()
                .filter(rect -> rect.getAttribute("data-role").equals(role))
                .toList();
    }

    private static List<String> texts(Document svg) {
        return all(svg, "text").stream().map(Element::getTextContent).toList();
    }

    private static List<Element> all(org.w3c.dom.Node in, String tag) {
        NodeList list =
                in instanceof Document document
                        ? document.getElementsByTagName(tag)
                        : ((Element) in).getElementsByTagName(tag);
        return IntStream.range(0, list.getLength()).mapToObj(i -> (Element) list.item(i)).toList();
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }
}
