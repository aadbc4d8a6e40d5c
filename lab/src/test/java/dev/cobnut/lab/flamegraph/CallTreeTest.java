package dev.cobnut.lab.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.lab.stacks.ProfileEvent;
import dev.cobnut.lab.stacks.StackTable;
import dev.cobnut.lab.stacks.StackTable.Count;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallTreeTest {

    private static final long MS = 1_000_000;

    private final FlameComparison comparison = Collapsed.comparison(Collapsed.SERVICE);
    private final CallTree tree = CallTree.of(comparison.before(), comparison.after());

    @Test
    void theRootHasAllStacksOfEachSide() {
        assertThat(tree.root().before().total()).isEqualTo(new Count(1000, 1000 * MS));
        assertThat(tree.root().after().total()).isEqualTo(new Count(700, 700 * MS));
        assertThat(tree.root().before().self()).isEqualTo(new Count(0, 0));
    }

    @Test
    void aNodeCountsStacksThatEndInItAndStacksThatPassThroughIt() {
        CallTree.Node poll = node("dev.cobnut.framework.outbox.OutboxPublisher.poll");

        assertThat(poll.before().self().samples()).isEqualTo(50);
        assertThat(poll.before().total().samples()).isEqualTo(400);
        assertThat(poll.after().self().samples()).isEqualTo(20);
        assertThat(poll.after().total().samples()).isEqualTo(100);
    }

    @Test
    void aFrameOfOneSideOnlyIsNewOrVanished() {
        assertThat(tree.nodes().stream().filter(CallTree.Node::isVanished))
                .extracting(CallTree.Node::frame)
                .containsExactly("com.hazelcast.map.IMap.values");
        assertThat(tree.nodes().stream().filter(CallTree.Node::isNew))
                .extracting(CallTree.Node::frame)
                .containsExactly("com.hazelcast.map.IMap.page");
    }

    @Test
    void severalRunsAreOneSideAndOthersAreLeftOut() {
        StackTable table = new StackTable(ProfileEvent.CPU, List.of("1", "2", "3", "4"));
        for (String run : table.runs()) {
            table.add(run, List.of("a", "b" + run), 1, Long.parseLong(run));
        }

        CallTree both = CallTree.of(table, List.of("1", "4"), table, List.of("2"));

        assertThat(both.root().before().total()).isEqualTo(new Count(2, 5));
        assertThat(both.root().after().total()).isEqualTo(new Count(1, 2));
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
