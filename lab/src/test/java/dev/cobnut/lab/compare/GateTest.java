package dev.cobnut.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.measurement.Run;
import dev.cobnut.lab.measurement.Window;
import dev.cobnut.lab.plan.SessionPlan;
import dev.cobnut.lab.plan.SessionPlan.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class GateTest {

    private static final RecordedSession SESSION = new SyntheticSession().record();

    private static WindowComparability check(int runs, UnaryOperator<Run> change) {
        List<Run> changed =
                SESSION.runs().stream()
                        .map(run -> SESSION.runs().indexOf(run) < runs ? change.apply(run) : run)
                        .toList();
        return Comparison.of(SESSION.withRuns(changed)).windows().getFirst().comparability();
    }

    private static UnaryOperator<Run> window(UnaryOperator<Window> change) {
        return run ->
                new Run(
                        run.id(),
                        run.variant(),
                        run.startedAt(),
                        run.commit(),
                        run.jvmFlags(),
                        run.arguments(),
                        run.plugins(),
                        run.host(),
                        run.startToReadyMs(),
                        run.warmUp(),
                        run.windows().stream().map(change).toList());
    }

    private static Window disturbed(Window w) {
        return new Window(
                w.name(),
                w.seconds(),
                w.load(),
                w.service(),
                w.profiles(),
                w.spans(),
                List.of("Another process took a core."));
    }

    private static UnaryOperator<Window> load(double arrived, Map<String, Long> errors) {
        return w ->
                new Window(
                        w.name(),
                        w.seconds(),
                        new Window.Load(
                                w.load().plannedPerSecond(),
                                arrived,
                                w.load().succeeded(),
                                errors,
                                w.load().latencyMs()),
                        w.service(),
                        w.profiles(),
                        w.spans(),
                        w.contamination());
    }

    @Test
    void equalRunsAreComparable() {
        WindowComparability gate = check(0, run -> run);
        assertThat(gate.comparable()).isTrue();
        assertThat(gate.doubtful()).isEmpty();
    }

    @Test
    void runsThatWereNotSteadyAreNamed() {
        assertThat(check(1, GateTest::unsteady).cautions())
                .contains("The warm-up ended before the service was steady in 01-A.");
    }

    private static Run unsteady(Run run) {
        return new Run(
                run.id(),
                run.variant(),
                run.startedAt(),
                run.commit(),
                run.jvmFlags(),
                run.arguments(),
                run.plugins(),
                run.host(),
                run.startToReadyMs(),
                new Run.WarmUp(300, false, List.of(new Run.Slice(0.3, 100))),
                run.windows());
    }

    /// Affects runs 01-A and 02-B.
    @Test
    void aContaminatedRunCountsAndIsNamed() {
        WindowComparability gate = check(2, window(GateTest::disturbed));
        assertThat(gate.comparable()).isTrue();
        assertThat(gate.doubtful())
                .extracting(WindowComparability.DoubtfulRun::run)
                .containsExactly("01-A", "02-B");
    }

    /// Affects runs 01-A, 02-B and 03-B: two of the five runs of B.
    @Test
    void moreThanAThirdOfAVariantContaminatedIsNotComparable() {
        assertThat(check(3, window(GateTest::disturbed)).refusals())
                .containsExactly("2 of 5 runs of B are doubtful; more than a third is too many.");
    }

    @Test
    void aLoadOtherThanPlannedMakesARunDoubtful() {
        assertThat(check(1, window(load(190, Map.of()))).doubtful())
                .containsExactly(
                        new WindowComparability.DoubtfulRun(
                                "01-A", List.of("190 requests/s arrived, 200 were planned.")));
        assertThat(check(1, window(load(197, Map.of()))).doubtful()).isEmpty();
    }

    @Test
    void errorsMakeARunDoubtful() {
        assertThat(check(1, window(load(200, Map.of("503", 60L)))).doubtful()).hasSize(1);
        assertThat(check(1, window(load(200, Map.of("503", 2L)))).doubtful()).isEmpty();
    }

    @Test
    void anotherFlagThatThePlanDoesNotChangeIsNotComparable() {
        assertThat(
                        check(
                                        1,
                                        run ->
                                                new Run(
                                                        run.id(),
                                                        run.variant(),
                                                        run.startedAt(),
                                                        run.commit(),
                                                        List.of("-Xmx2g"),
                                                        run.arguments(),
                                                        run.plugins(),
                                                        run.host(),
                                                        run.startToReadyMs(),
                                                        run.warmUp(),
                                                        run.windows()))
                                .refusals())
                .singleElement()
                .asString()
                .startsWith(
                        "The JVM flag list, without what the plan changes, differs: [-Xmx2g] in 01-A;");
    }

    /// The service's own flags come first, those of the plan after them.
    @Test
    void aPlanMayNameAFlagThatTheServiceHasAnyway() {
        SyntheticSession session = new SyntheticSession();
        session.a = new Variant("parallel", null, List.of(), List.of(), List.of("-Xp"), true);
        session.b = new Variant("serial", null, List.of(), List.of(), List.of("-Xs"), true);
        RecordedSession recorded = session.record();
        List<Run> runs =
                recorded.runs().stream()
                        .map(run -> flags(run, run.variant().equals("A") ? "-Xp" : "-Xs"))
                        .toList();

        Comparison comparison = Comparison.of(recorded.withRuns(runs));

        assertThat(comparison.windows().getFirst().comparability().refusals()).isEmpty();
    }

    private static Run flags(Run run, String ofPlan) {
        return new Run(
                run.id(),
                run.variant(),
                run.startedAt(),
                run.commit(),
                List.of("-Xp", "-Xmx2g", ofPlan),
                run.arguments(),
                run.plugins(),
                run.host(),
                run.startToReadyMs(),
                run.warmUp(),
                run.windows());
    }

    @Test
    void anotherHostIsNotComparable() {
        assertThat(
                        check(
                                        1,
                                        run ->
                                                new Run(
                                                        run.id(),
                                                        run.variant(),
                                                        run.startedAt(),
                                                        run.commit(),
                                                        run.jvmFlags(),
                                                        run.arguments(),
                                                        run.plugins(),
                                                        new Run.Host(4, "another", "6.1", "25"),
                                                        run.startToReadyMs(),
                                                        run.warmUp(),
                                                        run.windows()))
                                .refusals())
                .singleElement()
                .asString()
                .startsWith("The host differs:");
    }

    @Test
    void twoRunsOfEachAreTooFew() {
        RecordedSession whole = new SyntheticSession().planted(0.2).record();
        List<Run> few = new ArrayList<>();
        for (String variant : SessionPlan.VARIANTS) {
            whole.runs().stream()
                    .filter(run -> run.variant().equals(variant))
                    .limit(2)
                    .forEach(few::add);
        }
        Comparison comparison = Comparison.of(whole.withRuns(few));

        assertThat(comparison.windows().getFirst().comparability().refusals())
                .contains(
                        "A has 2 and B has 2 runs with this window; at least 3 of each are needed.");
        assertThat(ErrorRatesTest.findings(comparison, Verdict.REGRESSED)).isEmpty();
    }

    @Test
    void aWindowThatIsNotComparableHasNoFinding() {
        RecordedSession planted = new SyntheticSession().planted(0.2).record();
        List<Run> changed =
                planted.runs().stream().map(run -> window(GateTest::disturbed).apply(run)).toList();
        Comparison comparison = Comparison.of(planted.withRuns(changed));

        assertThat(ErrorRatesTest.findings(comparison, Verdict.REGRESSED)).isEmpty();
        assertThat(ErrorRatesTest.findings(comparison, Verdict.NOT_COMPARABLE)).isNotEmpty();
    }
}
