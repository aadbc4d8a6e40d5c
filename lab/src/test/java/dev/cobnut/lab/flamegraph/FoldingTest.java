package dev.cobnut.lab.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FoldingTest {

    @Test
    void aRunOfFramesThatLeadsIntoOneFrameIsOneCell() {
        FlameCell whole = fold("a.b.C.m1;a.b.C.m2;a.b.C.m3;a.b.C.m4;dev.cobnut.Own.run 10 10", 100);

        assertThat(outline(whole))
                .containsExactly(
                        "all 10/10", " a.b.C.m1…a.b.C.m4 10/10", "  dev.cobnut.Own.run 10/10");
        assertThat(whole.children().getFirst().names())
                .containsExactly("C.m1 … C.m4", "… C.m4", "… m4");
        assertThat(whole.children().getFirst().kind()).isEqualTo(FrameKind.LIBRARY);
    }

    @Test
    void aBranchOfAFoldedRunKeepsItsWidth() {
        FlameCell whole =
                fold(
                        """
                        a.b.C.m1;a.b.C.m2;a.b.C.m3;dev.cobnut.Own.run 95 95
                        a.b.C.m1;a.b.C.side 4 2
                        a.b.C.m1;a.b.C.m2 1 3
                        """,
                        100);

        assertThat(outline(whole))
                .containsExactly(
                        "all 100/100",
                        " a.b.C.m1…a.b.C.m3 100/100",
                        "  dev.cobnut.Own.run 95/95",
                        "  a.b.C.side 4/2");
    }

    @Test
    void twoFramesAndOwnFramesAreNotFolded() {
        assertThat(outline(fold("a.b.C.m1;a.b.C.m2 1 1", 100))).hasSize(3);
        assertThat(outline(fold("dev.cobnut.A.a;dev.cobnut.A.b;dev.cobnut.A.c 1 1", 100)))
                .hasSize(4);
    }

    @Test
    void theHotspotsOutermostFrameStandsAlone() {
        FlameCell whole =
                fold(
                        "a.b.C.m1;a.b.C.m2;a.b.C.m3;dev.cobnut.framework.outbox.X.poll;"
                                + "c.d.E.m1;dev.cobnut.framework.outbox.X.inner 1 1",
                        100);

        FlameCell poll = whole.children().getFirst().children().getFirst();
        assertThat(poll.frames()).containsExactly("dev.cobnut.framework.outbox.X.poll");
        assertThat(poll.marks()).containsExactly(0);
        assertThat(poll.children().getFirst().children().getFirst().marks()).isEmpty();
    }

    @Test
    void aBranchThatMattersIsFoldedOnlyWhenTheTreeIsTooDeep() {
        String base = "a.b.C.m1;a.b.C.m2;a.b.C.m3";
        String text = base + ";a.b.C.m4;a.b.C.m5;a.b.C.m6 70 70\n" + base + ";x.y.Z.other 30 30";

        assertThat(outline(fold(text, 100))).hasSize(4);
        assertThat(outline(fold(text, 2)))
                .containsExactly(
                        "all 100/100", " a.b.C.m1…a.b.C.m6 100/100", "  x.y.Z.other 30/30");
    }

    @Test
    void bothSidesHaveTheSameOrderMostExpensiveFirst() {
        FlameCell whole = fold("a.A.a 1 40\nb.B.b 30 30\nc.C.c 5 1", 100);

        assertThat(outline(whole))
                .containsExactly("all 36/71", " b.B.b 30/30", " a.A.a 1/40", " c.C.c 5/1");
    }

    @Test
    void aHundredFiltersBecomeAFewCells() {
        String filters =
                IntStream.range(0, 100)
                        .mapToObj(i -> "org.apache.F.filter" + i)
                        .collect(Collectors.joining(";"));

        FlameCell whole = fold(filters + ";dev.cobnut.orders.api.Orders.place 9 9", 100);

        assertThat(outline(whole)).hasSize(3);
        assertThat(whole.children().getFirst().names().getFirst())
                .isEqualTo("F.filter0 … F.filter99");
    }

    private static FlameCell fold(String text, int depthMax) {
        FlameComparison comparison = Collapsed.comparison(text);
        return new Folding(Marking.of(comparison), 10).fold(CallTree.of(comparison), depthMax);
    }

    private static List<String> outline(FlameCell whole) {
        List<String> lines = new ArrayList<>();
        outline(whole, "", lines);
        return lines;
    }

    private static void outline(FlameCell cell, String indent, List<String> lines) {
        String name =
                cell.frames().size() == 1
                        ? cell.frames().getFirst()
                        : cell.frames().getFirst() + "…" + cell.frames().getLast();
        lines.add(
                "%s%s %d/%d"
                        .formatted(
                                indent,
                                name,
                                Math.round(cell.before() / 1e3),
                                Math.round(cell.after() / 1e3)));
        cell.children().forEach(child -> outline(child, indent + " ", lines));
    }
}
