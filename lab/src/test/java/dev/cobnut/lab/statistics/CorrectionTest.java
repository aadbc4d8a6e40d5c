package dev.cobnut.lab.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CorrectionTest {

    private static final Offset<Double> EXACT = within(1e-12);

    /// Computed by hand: 0.01·4/1, 0.03·4/2 but no more than 0.04·4/3, 0.5·4/4.
    @Test
    void oneTableIsBenjaminiAndHochberg() {
        double[] adjusted = Correction.benjaminiHochberg(new double[] {0.01, 0.04, 0.03, 0.5});

        assertThat(adjusted).containsExactly(new double[] {0.04, 0.16 / 3, 0.16 / 3, 0.5}, EXACT);
    }

    @Test
    void aTableAmongManyWithoutFindingsIsCorrectedForThem() {
        List<List<@Nullable Double>> tables =
                List.of(List.of(0.001, 0.9), List.of(0.5), List.of(0.6), List.of(0.7));
        Correction correction = Correction.of(tables, 0.05, 1);

        assertThat(correction.tables()).isEqualTo(4);
        assertThat(correction.selected()).isEqualTo(1);
        assertThat(correction.rows()).isEqualTo(5);
        assertThat(correction.adjust(tables.getFirst()).getFirst()).isCloseTo(0.008, EXACT);
    }

    @Test
    void untestedRowsDoNotCountAndGetNoP() {
        List<@Nullable Double> table = Arrays.asList(null, 0.01, null, 0.02);

        assertThat(Correction.of(List.of(table), 0.05, 1).adjust(table))
                .containsExactly(null, 0.02, null, 0.02);
    }

    @Test
    void whenNothingDiffersTheWholeComparisonIsWrongAtMostAsOftenAsTheRate() {
        Random random = new Random(17);
        int wrong = 0;
        for (int i = 0; i < 2000; i++) {
            List<List<@Nullable Double>> tables =
                    List.of(
                            uniform(random, 9),
                            uniform(random, 13),
                            uniform(random, 13),
                            uniform(random, 25));
            Correction correction = Correction.of(tables, 0.05, 1);
            boolean called =
                    tables.stream()
                            .flatMap(table -> correction.adjust(table).stream())
                            .anyMatch(p -> p != null && p <= 0.05);
            wrong += called ? 1 : 0;
        }
        assertThat(wrong / 2000.0).isBetween(0.03, 0.062);
    }

    /// The level depends on the other rows only, so it is the same whether the row is found or not.
    @Test
    void aRowIsAFindingExactlyWhenItsPIsAtMostItsLevel() {
        Random random = new Random(29);
        int found = 0;
        for (int i = 0; i < 500; i++) {
            List<List<@Nullable Double>> tables = new ArrayList<>();
            for (int rows : List.of(9, 13, 1, 25)) {
                tables.add(skewed(random, rows));
            }
            Correction correction = Correction.of(tables, 0.05, 1);
            for (List<@Nullable Double> table : tables) {
                List<@Nullable Double> adjusted = correction.adjust(table);
                List<@Nullable Double> levels = correction.significance(table);
                for (int row = 0; row < table.size(); row++) {
                    boolean isFound = Objects.requireNonNull(adjusted.get(row)) <= 0.05;
                    assertThat(
                                    Objects.requireNonNull(table.get(row))
                                            <= Objects.requireNonNull(levels.get(row)))
                            .isEqualTo(isFound);
                    found += isFound ? 1 : 0;
                }
            }
        }
        assertThat(found).isGreaterThan(1000);
    }

    /// A finding among ten rows of one of four tables needs p below 0.05 / 40.
    @Test
    void theLevelOfARowAmongRowsWithoutChangeIsTheRateDividedByAllOfThem() {
        List<@Nullable Double> table = Collections.nCopies(10, 0.5);

        assertThat(
                        Correction.of(
                                        List.of(table, List.of(0.6), List.of(0.7), List.of(0.8)),
                                        0.05,
                                        1)
                                .significance(table))
                .allSatisfy(level -> assertThat(level).isCloseTo(0.05 / 40, EXACT));
    }

    /// Three rows of two tables with half of the rate: the smallest p counts three times and
    /// double.
    @Test
    void rowsThatAreCorrectedTogetherAreOneFamilyWithItsShareOfTheRate() {
        List<@Nullable Double> few = List.of(0.005, 0.5);
        Correction correction = Correction.together(List.of(few, List.of(0.9)), 0.05, 0.5);

        assertThat(correction.adjust(few).getFirst()).isCloseTo(0.03, EXACT);
        assertThat(correction.significance(few).getFirst()).isCloseTo(0.025 / 3, EXACT);
    }

    private static List<@Nullable Double> skewed(Random random, int rows) {
        return random.doubles(rows).<@Nullable Double>mapToObj(p -> p * p * p * p).toList();
    }

    private static List<@Nullable Double> uniform(Random random, int rows) {
        return random.doubles(rows).<@Nullable Double>mapToObj(p -> p).toList();
    }
}
