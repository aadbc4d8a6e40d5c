package dev.cobnut.lab.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.load.LoadProcess.Progress;
import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.plan.SessionPlan;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SteadyStateTest {

    private final SteadyState state =
            new SteadyState(
                    new SessionPlan.Steady(0.1, 0.05, Duration.ofMinutes(5)), new Progress(7, 500));

    private int seconds = 7;
    private long answers = 500;

    @Test
    void aServiceIsSteadyWhenCompilerAndThroughputHaveLevelledOff() {
        slice(0.30, 1000);
        slice(0.09, 1000);
        slice(0.08, 1010);
        assertThat(state.isReached()).isFalse();

        slice(0.06, 1005);

        assertThat(state.isReached()).isTrue();
        assertThat(state.slices()).contains(new Run.Slice(0.30, 100));
    }

    @Test
    void aCompilerThatStillHasALargeShareIsNotSteady() {
        slice(0.20, 1000);
        slice(0.20, 1000);
        slice(0.20, 1000);

        assertThat(state.isReached()).isFalse();
    }

    @Test
    void aCompilerWhoseShareStillFallsIsNotSteady() {
        slice(0.10, 1000);
        slice(0.07, 1000);
        slice(0.04, 1000);

        assertThat(state.isReached()).isFalse();
    }

    @Test
    void aThroughputThatStillRisesIsNotSteady() {
        slice(0.02, 900);
        slice(0.02, 950);
        slice(0.02, 1000);

        assertThat(state.isReached()).isFalse();
    }

    @Test
    void withoutAKnownCompilerTheThroughputDecides() {
        slice(null, 1000);
        slice(null, 1000);
        slice(null, 1000);

        assertThat(state.isReached()).isTrue();
    }

    @Test
    void aServiceThatAnswersNothingIsNotSteady() {
        slice(0.02, 0);
        slice(0.02, 0);
        slice(0.02, 0);

        assertThat(state.isReached()).isFalse();
    }

    @Test
    void aSliceIsFullAfterTenReportedSeconds() {
        assertThat(state.isSliceFull(16)).isFalse();
        assertThat(state.isSliceFull(17)).isTrue();
    }

    /// A slice of ten seconds.
    private void slice(@Nullable Double compilerShare, long more) {
        seconds += 10;
        answers += more;
        state.slice(new Progress(seconds, answers), compilerShare);
    }
}
