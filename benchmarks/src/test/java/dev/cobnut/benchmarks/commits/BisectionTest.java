package dev.cobnut.benchmarks.commits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.benchmarks.commits.Bisection.Outcome;
import dev.cobnut.benchmarks.commits.Bisection.Probe;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Simulates searches on a noisy machine.
class BisectionTest {

    private static final int COMMITS = 16;

    /// Commits from `first` on cost more by `change`. Every measurement has noise of 5 %, and the
    /// machine becomes slower all the time: by a third within a search.
    private static Outcome search(long seed, int first, double change)
            throws IOException, InterruptedException {
        Random random = new Random(seed);
        double[] machine = {1};
        List<String> commits = IntStream.range(0, COMMITS).mapToObj(Integer::toString).toList();
        Bisection.Workshop workshop =
                commit ->
                        new Probe() {
                            @Override
                            public OptionalDouble measure() {
                                machine[0] *= 1.003;
                                double cost = Integer.parseInt(commit) < first ? 100 : 100 * change;
                                return OptionalDouble.of(
                                        cost * machine[0] * Math.exp(0.05 * random.nextGaussian()));
                            }

                            @Override
                            public void close() {}
                        };
        return new Bisection(workshop, 6, _ -> {})
                .find(commits.getFirst(), commits.subList(1, COMMITS));
    }

    @Test
    void theStatedConfidenceIsNotAboveTheShareOfRightAnswers() throws Exception {
        int found = 0;
        int right = 0;
        double promised = 0;
        for (int seed = 0; seed < 400; seed++) {
            int first = 1 + seed % (COMMITS - 1);
            if (search(seed, first, 1.15)
                    instanceof Outcome.Found(List<String> commits, _, _, _, double confidence)) {
                found++;
                promised += confidence;
                right += commits.equals(List.of(Integer.toString(first))) ? 1 : 0;
            }
        }
        assertThat(found).isGreaterThanOrEqualTo(380);
        assertThat(right).isGreaterThanOrEqualTo((int) (0.9 * found));
        assertThat(promised)
                .as("never more than it keeps, %d of %d", right, found)
                .isBetween(0.85 * found, right + 0.02 * found);
    }

    @Test
    void endsThatAreTheSameAreHardlyEverDivided() throws Exception {
        int divided = 0;
        for (int seed = 0; seed < 200; seed++) {
            divided += search(seed, COMMITS, 1) instanceof Outcome.Found ? 1 : 0;
        }
        assertThat(divided).isLessThanOrEqualTo(5);
    }
}
