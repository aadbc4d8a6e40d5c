package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.node.TestNode;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class JournalPagesTest {

    private static final int EVENTS = 3_000;

    /// A page that was full by its bytes, with the event before it, did not count as full without
    /// that event. So readers believed to be at the end, and did not read ahead.
    @Test
    void theEndIsToldOnlyAtTheEnd() {
        try (InMemoryJournal journal = InMemoryJournal.create(InstantSource.system())) {
            journal.start(GroupListener.completing());
            String payload = "\"" + "x".repeat(500) + "\"";
            List<NewEvent> events =
                    IntStream.range(0, EVENTS)
                            .mapToObj(_ -> TestNode.event("Counted", payload))
                            .toList();
            AppendRequest request =
                    AppendRequest.of(
                            StreamId.of("counter", "1"), new ExpectedVersion.Any(), events, null);
            journal.append(request);
            AppendResult result = request.result().orTimeout(60, TimeUnit.SECONDS).join();
            assertThat(result).isInstanceOf(AppendResult.Appended.class);

            JournalPages pages = new JournalPages(journal.cursors(), 0, null);
            List<Long> positions = new ArrayList<>();
            int read = 0;
            do {
                positions.addAll(pages.next().stream().map(RecordedEvent::position).toList());
                read++;
                assertThat(pages.isAtEnd()).isEqualTo(positions.size() == EVENTS);
            } while (!pages.isAtEnd());

            assertThat(read).isGreaterThan(2);
            assertThat(positions).isEqualTo(LongStream.rangeClosed(1, EVENTS).boxed().toList());
        }
    }
}
