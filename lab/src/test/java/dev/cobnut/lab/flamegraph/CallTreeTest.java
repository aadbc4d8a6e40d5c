package dev.cobnut.lab.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.SampleFrames;
import dev.cobnut.lab.stacks.StackTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallTreeTest {

    private static final double US = 1_000;

    private final FlameComparison comparison = Collapsed.comparison(Collapsed.SERVICE);
    private final CallTree tree = CallTree.of(comparison);

    @Test
    void theRootHasAllStacksOfEachSide() {
        assertThat(tree.root().before().cost()).isCloseTo(1000 * US, within(1.0));
        assertThat(tree.root().after().cost()).isCloseTo(700 * US, within(1.0));
        assertThat(tree.root().before().samples).isEqualTo(1000);
        assertThat(tree.root().before().selfSamples).isZero();
    }

    @Test
    void aNodeCountsStacksThatEndInItAndStacksThatPassThroughIt() {
        CallTree.Node poll = node("dev.cobnut.framework.outbox.OutboxPublisher.poll");

        assertThat(poll.before().selfSamples).isEqualTo(50);
        assertThat(poll.before().samples).isEqualTo(400);
        assertThat(poll.after().self).isCloseTo(20 * US, within(1.0));
        assertThat(poll.after().cost()).isCloseTo(100 * US, within(1.0));
    }

    @Test
    void compilerCollectorProfilerAndThreadsWithoutWorkAreOutside() {
        String text =
                """
                start_thread;CompileBroker::loop 30 20
                start_thread;WorkerThread::run 10 10
                java.lang.Thread.run;java.lang.Thread.sleep 500 500
                start_thread;__futex_wait 70 70
                java.lang.Thread.run;dev.cobnut.orders.api.Orders.place 60 50
                """;
        CallTree cpu = CallTree.of(Collapsed.comparison(text));
        CallTree wall =
                CallTree.of(
                        Collapsed.comparison(
                                ProfileEvent.WALL, text, new Badge("", Tone.WITHIN_NOISE)));

        assertThat(cpu.outside()).extracting(CallTree.Node::frame).containsExactly("jit", "gc");
        assertThat(cpu.outside().getFirst().after().cost()).isCloseTo(20 * US, within(1.0));
        assertThat(cpu.root().before().cost()).isCloseTo(630 * US, within(1.0));
        assertThat(wall.root().before().cost()).isCloseTo(60 * US, within(1.0));
        assertThat(wall.outside())
                .extracting(CallTree.Node::frame)
                .containsExactly("waiting-for-work", "jit", "gc");
    }

    @Test
    void codeThatIsOnlyCalledThroughANewFrameIsNotNew() {
        CallTree both =
                CallTree.of(
                        Collapsed.comparison(
                                """
                                a.Chain.doFilter;d.Orders.place 90 0
                                a.Chain.doFilter;b.Timing.doFilter;a.Chain.doFilter;d.Orders.place 0 90
                                a.Chain.doFilter;b.Timing.doFilter;java.lang.System.nanoTime 0 5
                                """));

        assertThat(both.nodes())
                .extracting(node ->
                        "%s %.0f %.0f"
                                .formatted(
                                        node.frame(),
                                        node.before().cost() / US,
                                        node.after().cost() / US))
                .containsExactly(
                        "all 90 95",
                        "a.Chain.doFilter 90 95",
                        "b.Timing.doFilter 0 5",
                        "java.lang.System.nanoTime 0 5",
                        "d.Orders.place 90 90");
        assertThat(both.skipped()).containsExactly("b.Timing.doFilter");
    }

    @Test
    void theCostIsTheMeanOfTheRunsAndOtherRunsAreLeftOut() {
        StackTable table = new StackTable(ProfileEvent.CPU, List.of("1", "2", "3", "4"));
        for (String run : table.runs()) {
            table.add(run, List.of("a", "b" + run), 1, Long.parseLong(run));
        }
        FlameSide before =
                new FlameSide(
                        "", List.of(), table, List.of("1", "4"), new Cost(1, List.of(10.0, 30.0)));
        FlameSide after =
                new FlameSide("", List.of(), table, List.of("2"), new Cost(1, List.of(7.0)));

        CallTree both =
                CallTree.of(
                        new FlameComparison(
                                "",
                                "",
                                before,
                                after,
                                new Badge("", Tone.BETTER),
                                SampleFrames.subsystems(),
                                List.of(),
                                "request",
                                List.of()));

        assertThat(both.root().before().costs).containsExactly(10, 30);
        assertThat(both.root().before().cost()).isEqualTo(20);
        assertThat(both.root().after().cost()).isEqualTo(7);
        assertThat(both.nodes())
                .extracting(CallTree.Node::frame)
                .containsExactly("all", "a", "b1", "b2", "b4");
    }

    private CallTree.Node node(String frame) {
        return tree.nodes().stream()
                .filter(node -> node.frame().equals(frame))
                .findFirst()
                .orElseThrow();
    }
}
