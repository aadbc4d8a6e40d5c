package dev.cobnut.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.cobnut.lab.compare.Comparison.EventComparison;
import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Checks the frame that a sample is charged to, stack by stack, and then the verdicts of a
/// session.
class OneSidedTest {

    private static final String ROOT = "java.lang.Thread.run";
    private static final String SERVLET = "org.apache.catalina.core.StandardWrapper.service";
    private static final String DECIDE = "dev.cobnut.orders.domain.Order.decide";
    private static final String FILTER = "dev.cobnut.lab.TimingFilter.doFilter";

    private static final List<String> RUNS =
            List.of("01-A", "02-A", "03-A", "04-B", "05-B", "06-B");
    private static final List<String> A = RUNS.subList(0, 3);
    private static final List<String> B = RUNS.subList(3, 6);

    private StackTable table = new StackTable(ProfileEvent.CPU, RUNS);

    private void stack(List<String> runs, String... frames) {
        runs.forEach(run -> table.add(run, List.of(frames), 10, 1000));
    }

    private OneSided oneSided() {
        double[] operations = new double[RUNS.size()];
        Arrays.fill(operations, 10);
        return new OneSided(table, new int[] {0, 1, 2}, new int[] {3, 4, 5}, operations, _ -> true);
    }

    @Test
    void aFilterAroundAllWorkIsChargedWithItsOwnWorkOnly() {
        stack(A, ROOT, SERVLET, DECIDE);
        stack(B, ROOT, SERVLET, FILTER, DECIDE);
        stack(B, ROOT, SERVLET, FILTER);
        stack(B, ROOT, SERVLET, FILTER, "java.lang.System.nanoTime", "clock_gettime", "vdso_[k]");

        OneSided found = oneSided();
        assertThat(found.entries.names()).containsExactly(FILTER);
        assertThat(found.entries.of(FILTER).values).containsExactly(0, 0, 0, 2000, 2000, 2000);
        assertThat(found.net.values).containsExactly(0, 0, 0, 2000, 2000, 2000);
    }

    @Test
    void aSubsystemOfItsOwnIsChargedToItsOutermostFrameThroughTheJdk() {
        stack(RUNS, ROOT, DECIDE);
        stack(
                B,
                ROOT,
                "dev.cobnut.lab.Sweeper.run",
                "java.util.HashMap.forEach",
                "dev.cobnut.lab.Sweeper.drop",
                "java.util.HashMap.remove");

        assertThat(oneSided().entries.names()).containsExactly("dev.cobnut.lab.Sweeper.run");
    }

    @Test
    void codeOfBothVariantsEndsTheNameOfAnEntry() {
        stack(RUNS, ROOT, SERVLET);
        stack(B, ROOT, FILTER, SERVLET, "dev.cobnut.lab.Audit.write");

        assertThat(oneSided().entries.names()).containsExactly("dev.cobnut.lab.Audit.write");
    }

    @Test
    void theJvmAndTheKernelHaveNoOwner() {
        stack(A, "G1ConcurrentMarkThread::run", "G1CMTask::do_marking_step");
        stack(B, "ZDriverMajor::run", "ZMark::follow_object", "madvise_[k]");

        assertThat(oneSided().entries.names()).isEmpty();
    }

    @Test
    void aFrameThatOneRunOfTheOtherVariantHasIsNotOneSided() {
        stack(B, ROOT, DECIDE);
        stack(A.subList(0, 1), ROOT, DECIDE);

        assertThat(oneSided().entries.names()).isEmpty();
        assertThat(oneSided().isOneSided(DECIDE)).isFalse();
    }

    @Test
    void aFrameOfAtMostHalfOfTheRunsNamesNoEntry() {
        stack(RUNS, ROOT, SERVLET);
        stack(B.subList(0, 1), ROOT, SERVLET, DECIDE);
        assertThat(oneSided().entries.names()).isEmpty();

        stack(B.subList(1, 2), ROOT, SERVLET, DECIDE);
        assertThat(oneSided().entries.names()).containsExactly(DECIDE);
    }

    @Test
    void aNewSubsystemIsChargedWithItsRareMethodsToo() {
        stack(RUNS, ROOT, SERVLET);
        stack(B, ROOT, "dev.cobnut.lab.Sweeper.run");
        stack(B.subList(0, 1), ROOT, "dev.cobnut.lab.Sweeper.run", "dev.cobnut.lab.Sweeper.rare");

        assertThat(oneSided().entries.of("dev.cobnut.lab.Sweeper.run").values)
                .containsExactly(0, 0, 0, 2000, 1000, 1000);
    }

    @Test
    void aClassThatWasRenamedIsChargedOnBothSidesWhoeverAllocatesIt() {
        table = new StackTable(ProfileEvent.ALLOC, RUNS);
        stack(RUNS, ROOT, SERVLET, DECIDE, "byte[]");
        stack(A, ROOT, SERVLET, DECIDE, "dev.cobnut.orders.domain.OldOrder[]");
        stack(B, ROOT, SERVLET, DECIDE, "dev.cobnut.orders.domain.NewOrder[]");

        assertThat(oneSided().entries.names())
                .containsExactly(
                        "dev.cobnut.orders.domain.NewOrder[]",
                        "dev.cobnut.orders.domain.OldOrder[]");
        assertThat(oneSided().net.values).containsExactly(1000, 1000, 1000, 1000, 1000, 1000);
    }

    /// Code that B really has is one-sided only in the measured assignment of runs.
    @Test
    void codeThatOneVariantReallyHasAddsNothingToChance() {
        stack(RUNS, ROOT, SERVLET);
        stack(B, ROOT, SERVLET, FILTER);

        assertThat(oneSided().chance).isZero();
    }

    /// Two of six runs have a frame, 100 in each. Apart from the measured assignment and its mirror
    /// there are 18 assignments. In 8 of them both runs are on one side and the sides do not differ
    /// otherwise; their means differ by 200/3.
    @Test
    void chanceIsHowFarTheNetScattersWhenTheVariantsAreDrawnAnew() {
        stack(RUNS, ROOT, SERVLET);
        stack(List.of("01-A", "04-B"), ROOT, SERVLET, DECIDE);

        double expected =
                IntStream.range(0, 18).mapToDouble(i -> i < 8 ? 200.0 / 3 : 0).map(d -> d * d).sum()
                        / 18;
        assertThat(oneSided().entries.names()).isEmpty();
        assertThat(oneSided().chance).isCloseTo(expected, within(1e-9));
    }

    private static EventComparison cpu(SyntheticSession session) {
        return Comparison.of(session.record()).windows().getFirst().events().getFirst();
    }

    private static double change(Row row) {
        return Objects.requireNonNull(row.change());
    }

    private static SyntheticSession filter(double own) {
        return new SyntheticSession()
                .changingCpu(profile -> {
                    profile.wrap("org.apache.coyote.http11.Http11Processor.service", FILTER);
                    profile.add(
                            own,
                            "java.lang.Thread.run",
                            "org.apache.tomcat.util.net.SocketProcessorBase.run",
                            "org.apache.coyote.http11.Http11Processor.service",
                            FILTER,
                            "java.lang.System.nanoTime");
                });
    }

    /// A filter that reads the clock was once charged with the whole request: half of all cost.
    @Test
    void aFilterAroundEveryRequestIsChargedWithItsTrueCost() {
        EventComparison cpu = cpu(filter(0.03));

        assertThat(change(cpu.appeared().row(FILTER))).isBetween(0.02, 0.04);
        assertThat(change(cpu.net().row(EventTables.NET))).isBetween(0.02, 0.04);
        assertThat(cpu.net().row(EventTables.NET).verdict()).isEqualTo(Verdict.REGRESSED);
        assertThat(cpu.appeared().rows()).allMatch(row -> row.p() == null && row.verdict() == null);
    }

    @Test
    void aFilterWithoutCostGetsNoVerdict() {
        EventComparison cpu = cpu(filter(0));

        assertThat(cpu.appeared().rows()).isEmpty();
        assertThat(cpu.net().row(EventTables.NET).verdict()).isNull();
    }

    /// The mailbox and the decision are 8 % of the whole, and also in the table of frames by self
    /// time. Each table once reported two regressions and two improvements.
    @Test
    void renamedClassesGetNoVerdict() {
        for (long seed = 1; seed <= 20; seed++) {
            SyntheticSession session = new SyntheticSession();
            session.changeB =
                    (_, profile) -> {
                        profile.rename(DECIDE, "dev.cobnut.orders.domain.Decision.of");
                        profile.rename(
                                "dev.cobnut.framework.dispatch.Mailbox.offer",
                                "dev.cobnut.framework.dispatch.Letterbox.put");
                    };
            session.seed = seed;
            Comparison comparison = Comparison.of(session.record());
            EventComparison cpu = comparison.windows().getFirst().events().getFirst();

            assertThat(cpu.appeared().rows()).hasSize(4);
            assertThat(change(cpu.net().row(EventTables.NET))).isCloseTo(0, within(0.02));
            for (Verdict verdict : List.of(Verdict.REGRESSED, Verdict.IMPROVED)) {
                assertThat(ErrorRatesTest.findings(comparison, verdict))
                        .allSatisfy(finding -> assertThat(finding).startsWith("figures: latency"));
            }
        }
    }

    @Test
    void removedWorkIsAnImprovement() {
        EventComparison cpu =
                cpu(
                        new SyntheticSession()
                                .changingCpu(profile ->
                                        profile.scale(
                                                "com.hazelcast.map.impl.query.QueryRunner.run",
                                                0)));

        Row net = cpu.net().row(EventTables.NET);
        assertThat(net.verdict()).isEqualTo(Verdict.IMPROVED);
        assertThat(change(net)).isBetween(-0.18, -0.14);
        assertThat(cpu.appeared().rows())
                .singleElement()
                .extracting(Row::name)
                .isEqualTo("dev.cobnut.framework.outbox.OutboxStore.pollPending");
    }
}
