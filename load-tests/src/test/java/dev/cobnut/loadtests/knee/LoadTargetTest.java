package dev.cobnut.loadtests.knee;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.load.ServiceCounters;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoadTargetTest {

    @Test
    void countsOfSeveralNodesAreSummedButNotTheirSharedBacklog() {
        ServiceCounters both = LoadTarget.sum(node(Map.of("201", 10L), 12.5), node(Map.of(), 9.0));

        assertThat(both)
                .isEqualTo(
                        new ServiceCounters(
                                Instant.EPOCH,
                                84,
                                Map.of("201", 10L),
                                200,
                                28.5,
                                8,
                                0.5,
                                40,
                                14,
                                4,
                                12.5,
                                null));
    }

    @Test
    void theLagIsThatOfTheSlowerNodeAndKnownWhenOneNodeKnowsIt() {
        assertThat(LoadTarget.sum(node(Map.of(), 3.0), node(Map.of(), 7.0)).viewLagP99Ms())
                .isEqualTo(7);
        assertThat(LoadTarget.sum(node(Map.of(), null), node(Map.of(), 7.0)).viewLagP99Ms())
                .isEqualTo(7);
        assertThat(LoadTarget.sum(node(Map.of(), 3.0), node(Map.of(), null)).viewLagP99Ms())
                .isEqualTo(3);
    }

    @Test
    void theMomentIsThatOfTheLaterReading() {
        ServiceCounters early = node(Map.of(), null);
        ServiceCounters late =
                new ServiceCounters(
                        Instant.EPOCH.plusSeconds(2), 0, Map.of(), 0, 0, 0, 0, 0, 0, 0, null, null);

        assertThat(LoadTarget.sum(early, late).at()).isEqualTo(late.at());
        assertThat(LoadTarget.sum(late, early).at()).isEqualTo(late.at());
    }

    private static ServiceCounters node(Map<String, Long> answers, @Nullable Double lag) {
        return new ServiceCounters(
                Instant.EPOCH, 42, answers, 100, 14.25, 4, 0.25, 20, 7, 4, lag, null);
    }
}
