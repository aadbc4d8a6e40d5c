package dev.cobnut.lab.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.stacks.ProfileEvent;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PageDataTest {

    @Test
    void aTreeIsFramesThenNodesWithTheirOwnCounts() {
        PageData data = data("a.B.c;dev.cobnut.framework.outbox.X.poll 40 0\na.B.c 1 2");

        assertThat(data.text())
                .isEqualTo(
                        """
                        rare 0 [rare]
                        library 0 a.B.c
                        own 1 dev.cobnut.framework.outbox.X.poll

                        1,1,1,5872,2,age5,5
                        2,2,14,5t3uq,,,5
                        """);
        assertThat(data.unit()).isEqualTo(41_000 / PageData.COST_PARTS);
        assertThat(data.nodeCount()).isEqualTo(2);
    }

    @Test
    void endpointsAreNoFramesOfTheTreeAndFollowTheNodeWhoseStacksTheyHave() {
        PageData data =
                data(
                        """
                        [endpoint GET /a];a.B.c 3 1
                        [endpoint GET /b];a.B.c 2 0
                        [endpoint GET /b];a.B.c;a.B.rare 1 0
                        a.B.c 99994 99999
                        """);

        assertThat(data.text())
                .contains("\nlibrary 0 a.B.c\n", "\nnative 0 [endpoint GET /a]\n")
                .doesNotContain("a.B.rare")
                .containsPattern("\n1,1,255r,\\w+,255s,\\w+\n0,2,3,8c,1,2s\n0,3,2,5k\n");
        assertThat(data.text()).endsWith("2,0,1,2s\n0,3,1,2s\n");
    }

    @Test
    void framesThatAreRareOnBothSidesAreMergedAndTheTotalStays() {
        String rare =
                IntStream.range(0, 50)
                        .mapToObj(i -> "a.B.c;a.B.rare%02d;a.B.leaf 1 1".formatted(i))
                        .collect(Collectors.joining("\n", "", "\n"));

        PageData data = data(rare + "a.B.c;a.B.common 99950 99950\na.B.c;a.B.oneSided 0 1000");

        assertThat(data.text()).contains("common", "oneSided").doesNotContain("rare00", "leaf");
        assertThat(data.text()).containsPattern("2,0,1e,\\w+,1e,\\w+\n$");
    }

    @Test
    void framesOfTheHotspotAreNeverMerged() {
        PageData data =
                data("a.B.c;dev.cobnut.framework.outbox.X.poll;a.B.d 1 0\na.B.common 99999 99999");

        assertThat(data.text()).contains("own 1 dev.cobnut.framework.outbox.X.poll");
    }

    @Test
    void aTypeIsNotAFrameOfTheHotspot() {
        FlameComparison comparison =
                Collapsed.comparison(
                        ProfileEvent.ALLOC,
                        "a.B.c;dev.cobnut.framework.outbox.OutboxEntry 5 5",
                        new Badge("", Tone.WITHIN_NOISE));

        assertThat(data(comparison).text())
                .contains("type 0 dev.cobnut.framework.outbox.OutboxEntry");
    }

    @Test
    void aHugeTreeBecomesSmallEnough() {
        String text =
                IntStream.range(0, 8_000)
                        .mapToObj(i -> "a.B.c%1$d;d.E.f%1$d;g.H.i%1$d 5 5".formatted(i))
                        .collect(Collectors.joining("\n"));

        FlameComparison comparison = Collapsed.comparison(text);
        PageData data = data(comparison);

        assertThat(data.nodeCount()).isBetween(1, 9_000);
        assertThat(data.rareShare()).isGreaterThan(0.0001);
        assertThat(new FlameGraphs(comparison).page().length()).isLessThan(250_000);
    }

    @Test
    void noNameEndsTheScriptElement() {
        String page = new FlameGraphs(hostile()).page();

        assertThat(page).doesNotContain("</script><b>").contains("\\u003c/script>\\u003cb>");
        assertThat(page.split("</script>", -1)).hasSize(4);
        assertThat(page).doesNotContain("http://", "https://", "{{");
    }

    static FlameComparison hostile() {
        FlameComparison plain =
                Collapsed.comparison("a.B.<init>;a.B.</script><b>x</b>;\"&'{{data}} 10 5");
        return new FlameComparison(
                "</script><b>title",
                plain.subtitle(),
                plain.before(),
                plain.after(),
                plain.badge(),
                plain.subsystems(),
                plain.callouts(),
                plain.per(),
                plain.facts());
    }

    private static PageData data(String text) {
        return data(Collapsed.comparison(text));
    }

    private static PageData data(FlameComparison comparison) {
        CallTree tree = CallTree.of(comparison);
        Change.decide(tree, comparison.places(), 0);
        return PageData.of(tree, Marking.of(comparison));
    }
}
