package dev.cobnut.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cobnut.benchmarks.history.BenchmarkResult;
import dev.cobnut.benchmarks.history.Mode;
import dev.cobnut.benchmarks.jmh.Question;
import dev.cobnut.benchmarks.scenario.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Runs scenarios in processes of their own.
class ScenarioCaseTest {

    @Question(value = "Does it come back?", ceiling = "It does.", machine = "Any.")
    public static final class Echo implements Scenario {

        @Override
        public List<String> contenders() {
            return List.of("fine", "broken");
        }

        @Override
        public int seconds(boolean quick) {
            return 1;
        }

        @Override
        public List<Figure> measure(String contender, boolean quick) {
            System.out.print("a word of a library, without the end of its line");
            if (contender.equals("broken")) {
                throw new IllegalStateException("it broke");
            }
            return List.of(new Figure("echoed", Mode.GAIN, "times", quick ? 1 : 2));
        }
    }

    @Test
    void theFiguresOfAProcessOfItsOwnAreTaken() throws Exception {
        List<BenchmarkResult> measured = new ScenarioCase(new Echo(), "fine").fork(Plan.full(), 2);

        assertThat(measured).hasSize(1);
        assertThat(measured.getFirst().key()).isEqualTo("Echo.echoed(contender=fine)");
        assertThat(measured.getFirst().forks().getFirst().round()).isEqualTo(2);
        assertThat(measured.getFirst().mean()).isEqualTo(2);
    }

    @Test
    void aProcessThatFailsIsAFailureWithItsLastWords() {
        assertThatThrownBy(() -> new ScenarioCase(new Echo(), "broken").fork(Plan.quick(), 0))
                .isInstanceOf(CaseFailedException.class)
                .hasMessageContaining("exit code 1")
                .hasMessageContaining("it broke");
    }
}
