package dev.cobnut.framework.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import dev.cobnut.framework.view.View;
import dev.cobnut.framework.view.ViewIncompleteException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node that is restarted with a view that it did not have before.
class AddedViewTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int STREAMS = 40;

    private static final LastEvents KEPT = new LastEvents("kept", 1);
    private static final LastEvents ADDED = new LastEvents("added", 1);
    private static final LastEvents CHANGED = new LastEvents("kept", 2);

    @TempDir Path folder;

    @Test
    void aViewThatIsAddedHasAllStreamsFromBeforeAndFollowsThem() {
        begin();
        try (TestNode node = TestNode.start(open(), KEPT, ADDED)) {
            assertListed(node, ADDED, 3);
            assertListed(node, KEPT, 3);
            append(node, 3);
            assertListed(node, ADDED, 4);
            assertThat(node.view(ADDED).progress().isComplete()).isTrue();
        }
        try (TestNode node = TestNode.start(open(), KEPT, ADDED)) {
            assertThat(node.view(ADDED).progress().isComplete()).isTrue(); // nothing is built twice
            assertListed(node, ADDED, 4);
        }
    }

    @Test
    void aViewThatIsChangedAnswersWithItsOwnValuesAndLookups() {
        begin();
        try (TestNode node = TestNode.start(open(), CHANGED)) {
            assertListed(node, CHANGED, 3);
        }
    }

    @Test
    void aViewThatWasAwayForAWhileIsBuiltAnew() {
        begin();
        try (TestNode node = TestNode.start(open(), ADDED)) {
            append(node, 3);
            assertListed(node, ADDED, 4);
        }
        try (TestNode node = TestNode.start(open(), KEPT)) {
            assertListed(node, KEPT, 4);
        }
    }

    @Test
    void aListSaysThatItsViewIsBeingBuilt() {
        begin();
        FaultyJournal journal = new FaultyJournal(open());
        journal.unreadable(true);
        try (TestNode node = TestNode.start(journal, KEPT, ADDED)) {
            assertThatThrownBy(() -> find(node, ADDED, 3))
                    .isInstanceOf(ViewIncompleteException.class)
                    .hasMessageContaining("0 % done");
            journal.unreadable(false);
            assertListed(node, ADDED, 3);
        }
    }

    /// Streams with three events each, delivered to the first view alone.
    private void begin() {
        try (TestNode node = TestNode.start(open(), KEPT)) {
            for (int version = 0; version < 3; version++) {
                append(node, version);
            }
            await().atMost(SOON).until(() -> node.journal().countUnpublished() == 0);
        }
    }

    private static void append(TestNode node, long expectedVersion) {
        for (StreamId stream : streams()) {
            assertThat(node.append(stream, expectedVersion, "Counted", "1"))
                    .isInstanceOf(AppendResult.Appended.class);
        }
    }

    private static void assertListed(TestNode node, LastEvents projection, int events) {
        await().atMost(SOON)
                .ignoreExceptionsInstanceOf(ViewIncompleteException.class)
                .until(() -> find(node, projection, events).size() == STREAMS);
        assertThat(find(node, projection, events))
                .allSatisfy(
                        viewed -> assertThat(viewed.value()).isEqualTo(projection.value(events)));
        assertThat(find(node, projection, events - 1)).isEmpty();
    }

    private static List<View.Viewed<String>> find(
            TestNode node, LastEvents projection, int events) {
        return node.view(projection)
                .findByLookup(projection.name(), projection.value(events), null, 10 * STREAMS)
                .entries();
    }

    private static List<StreamId> streams() {
        return IntStream.range(0, STREAMS)
                .mapToObj(n -> new StreamId("counter-%03d".formatted(n)))
                .toList();
    }

    private Journal open() {
        return SqliteJournal.open(SqliteSettings.in(folder), InstantSource.system());
    }
}
