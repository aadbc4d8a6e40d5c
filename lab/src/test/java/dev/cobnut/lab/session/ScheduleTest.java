package dev.cobnut.lab.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.generator.Phase;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.Backlog;
import dev.cobnut.lab.session.Schedule.Segment;
import dev.cobnut.lab.session.Schedule.TimedWindow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScheduleTest {

    private static final Duration AROUND = Schedule.LEAD_IN.plus(Schedule.TAIL);

    @TempDir Path root;

    @Test
    void theWarmUpRisesToTheFirstRateAndEachWindowBeginsAfterItsOwnLeadIn() {
        Schedule schedule =
                schedule(
                        """
                        load: {warmUp: 20s, steady: {max: 60s}}
                        windows:
                          - {name: low, perSecond: 25, length: 30s}
                          - {name: high, perSecond: 100, length: 10s}
                        """);

        Segment only = schedule.segments().getFirst();
        assertThat(schedule.segments()).hasSize(1);
        assertThat(schedule.warmUp())
                .containsExactly(
                        new Phase("warm-up, a quarter", 6.25, seconds(5)),
                        new Phase("warm-up, a half", 12.5, seconds(5)),
                        new Phase("warm-up", 25, seconds(50)));
        assertThat(schedule.steadyFrom()).isEqualTo(seconds(10));
        Duration low = seconds(30).plus(AROUND);
        assertThat(only.phases())
                .containsExactly(
                        new Phase("low", 25, low),
                        new Phase("high", 100, seconds(10).plus(AROUND)));
        assertThat(only.windows().stream().map(TimedWindow::from))
                .containsExactly(Schedule.LEAD_IN, low.plus(Schedule.LEAD_IN));
        assertThat(schedule.length()).isEqualTo(seconds(60 + 10).plus(low).plus(AROUND));
    }

    @Test
    void theRateHoldsFromBeforeAWindowUntilAfterIt() {
        Segment segment =
                schedule("windows: [{name: a, perSecond: 5, length: 1500ms}]\n")
                        .segments()
                        .getFirst();
        TimedWindow window = segment.windows().getFirst();

        assertThat(segment.phases().getLast().length())
                .isGreaterThanOrEqualTo(window.to().plus(Schedule.TAIL));
        assertThat(segment.phases().getLast().length().toMillis() % 1_000).isZero();
    }

    @Test
    void aWindowWithABacklogHasAGeneratorOfItsOwnAndTheOthersShareOne() {
        List<Segment> segments =
                schedule(
                                """
                                load: {warmUp: 20s}
                                windows:
                                  - {name: a, perSecond: 10, length: 5s}
                                  - {name: b, perSecond: 10, length: 5s}
                                  - {name: c, perSecond: 10, length: 5s, backlog: {events: 9, sinkPerSecond: 2}}
                                  - {name: d, perSecond: 10, length: 5s}
                                """)
                        .segments();

        assertThat(segments.stream().map(ScheduleTest::names))
                .containsExactly(List.of("a", "b"), List.of("c"), List.of("d"));
        assertThat(segments.stream().map(Segment::backlog))
                .containsExactly(null, new Backlog(9, 2.0), null);
        assertThat(segments.get(1).windows().getFirst().from()).isEqualTo(Schedule.LEAD_IN);
    }

    @Test
    void aWarmUpOfAFewSecondsIsOneStepAndMayBeLongerThanTheLimit() {
        Schedule schedule =
                schedule(
                        """
                        load: {warmUp: 3s, steady: {max: 2s}}
                        windows: [{name: a, perSecond: 10, length: 5s}]
                        """);

        assertThat(schedule.warmUp()).containsExactly(new Phase("warm-up", 10, seconds(3)));
        assertThat(schedule.steadyFrom()).isZero();
    }

    private Schedule schedule(String lines) {
        SessionPlan plan = Plans.with(root, lines);
        return Schedule.of(plan, window -> Objects.requireNonNull(window.perSecond()));
    }

    private static List<String> names(Segment segment) {
        return segment.windows().stream().map(window -> window.plan().name()).toList();
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
