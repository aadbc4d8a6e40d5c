package dev.cobnut.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.benchmarks.scenario.Scenario.Figure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Runs short scenarios and checks their counts. Their times mean nothing.
class ScenariosTest {

    private static double figure(List<Figure> figures, String name) {
        return figures.stream()
                .filter(figure -> figure.name().equals(name))
                .mapToDouble(Figure::value)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cobnut-reject",
                "cobnut-drop-newest",
                "cobnut-drop-oldest",
                "cobnut-block",
                "linked-queue"
            })
    void whatAFullMailboxDoesNotTakeTheSenderIsTold(String contender) throws Exception {
        List<Figure> figures = FullMailboxScenario.measure(contender, 1_500);

        assertThat(figure(figures, "lostInSilence")).isZero();
        assertThat(figure(figures, "signalled")).isBetween(400.0, 500.0);
        assertThat(figure(figures, "processed")).isBetween(1_000.0, 1_100.0);
    }

    @Test
    void aMailboxThatThrowsAwayInSilenceIsSeen() throws Exception {
        List<Figure> figures = FullMailboxScenario.measure("pekko-bounded", 1_500);

        assertThat(figure(figures, "lostInSilence")).isBetween(400.0, 500.0);
    }

    @Test
    void aRestartLosesNothingKeepsTheOrderAndNamesWhatFailed() throws Exception {
        List<Figure> figures = RestartScenario.measure("cobnut", 5_000);

        assertThat(figure(figures, "lost")).isZero();
        assertThat(figure(figures, "outOfOrder")).isZero();
        assertThat(figure(figures, "failedInSilence")).isZero();
        assertThat(figure(figures, "restarts")).isEqualTo(40);
        assertThat(figure(RestartScenario.measure("pekko", 5_000), "lost")).isZero();
    }

    @Test
    void aStopUnderLoadAccountsForEveryMessage() throws Exception {
        List<Figure> figures = StopScenario.measure("cobnut", 20_000);

        assertThat(figure(figures, "unaccounted")).isZero();
        assertThat(figure(figures, "outOfOrder")).isZero();
        assertThat(figure(StopScenario.measure("pekko", 20_000), "outOfOrder")).isZero();
    }

    /// So many that what other tests of this JVM leave to the collector weighs little.
    @ParameterizedTest
    @ValueSource(strings = {"cobnut", "linked-queue-virtual", "pekko"})
    void idleActorsAreWeighed(String contender) throws Exception {
        List<Figure> figures = IdleActorsScenario.measure(contender, 20_000, 1);

        assertThat(figure(figures, "bytes")).isBetween(20.0, 20_000.0);
        assertThat(figure(figures, "cpu")).isGreaterThanOrEqualTo(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cobnut-durable",
                "sqlite-journal",
                "memory-journal",
                "file-fsync-each",
                "file-fsync-group"
            })
    void whatIsKeptIsCounted(String contender) throws Exception {
        List<Figure> figures = DurableScenario.measure(contender, 100_000_000);

        assertThat(figure(figures, "oneByOne")).isPositive();
        assertThat(figure(figures, "underWay")).isPositive();
    }
}
