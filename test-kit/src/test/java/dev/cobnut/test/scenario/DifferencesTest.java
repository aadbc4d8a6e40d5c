package dev.cobnut.test.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DifferencesTest {

    record Nothing() {}

    /// Is equal to nothing, though it has no component.
    record Unequal() {

        @Override
        public boolean equals(Object other) {
            return false;
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }

    @Test
    void equalValuesHaveNoDifference() {
        assertThat(Differences.between(List.of(1), List.of(1))).isEmpty();
        assertThat(Differences.between(new Nothing(), new Nothing())).isEmpty();
        assertThat(Differences.between(null, null)).isEmpty();
    }

    @Test
    void mapsAreComparedKeyByKey() {
        assertThat(
                        text(
                                new TreeMap<>(Map.of("a", 1, "b", 2)),
                                new TreeMap<>(Map.of("b", 3, "c", 4))))
                .isEqualTo(
                        "\n  [a]: expected 1, was nothing"
                                + "\n  [b]: expected 2, was 3"
                                + "\n  [c]: expected nothing, was 4");
    }

    @Test
    void valuesThatLookAlikeAreShownWithTheirTypes() {
        assertThat(text(1, 1L)).contains("expected 1 (java.lang.Integer), was 1 (java.lang.Long)");
    }

    @Test
    void recordsOfEqualComponentsThatAreNotEqualAreShownWhole() {
        assertThat(Differences.between(new Unequal(), new Unequal())).hasSize(1);
    }

    @Test
    void aMessageHasBoundedLength() {
        List<Integer> many = IntStream.range(0, 100).boxed().toList();
        List<Integer> zeros = Collections.nCopies(100, -1);

        assertThat(text(many, zeros).lines()).hasSize(22).last().isEqualTo("  and 80 more");
        assertThat(text("a".repeat(10_000), "b")).hasSizeLessThan(1_000).contains("…");
    }

    private static String text(Object expected, Object actual) {
        return Differences.text(Differences.between(expected, actual));
    }
}
