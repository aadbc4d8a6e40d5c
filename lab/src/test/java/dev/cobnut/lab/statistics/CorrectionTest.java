package dev.cobnut.lab.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
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
        Correction correction = Correction.of(tables, 0.05);

        assertThat(correction).isEqualTo(new Correction(4, 1, 5));
        assertThat(correction.adjust(tables.getFirst()).getFirst()).isCloseTo(0.008, EXACT);
    }

    @Test
    void untestedRowsDoNotCountAndGetNoP() {
        List<@Nullable Double> table = Arrays.asList(null, 0.01, null, 0.02);

        assertThat(Correction.of(List.of(table), 0.05).adjust(table))
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
            Correction correction = Correction.of(tables, 0.05);
            boolean called =
                    tables.stream()
                            .flatMap(table -> correction.adjust(table).stream())
                            .anyMatch(p -> p != null && p <= 0.05);
            wrong += called ? 1 : 0;
        }
        assertThat(wrong / 2000.0).isBetween(0.03, 0.062);
    }

    private static List<@Nullable Double> uniform(Random random, int rows) {
        return random.doubles(rows).<@Nullable Double>mapToObj(p -> p).toList();
    }
}
