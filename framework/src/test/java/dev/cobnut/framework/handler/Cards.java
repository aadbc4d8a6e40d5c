package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.TestNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/// Streams of library cards for tests of handlers, and settings with short pauses.
final class Cards {

    static final Duration SOON = Duration.ofMinutes(1);

    static final HandlerSettings QUICK =
            new HandlerSettings(
                    64,
                    1_024,
                    8,
                    3,
                    Duration.ofMillis(1),
                    Duration.ofMillis(10),
                    100,
                    Duration.ofMillis(50),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(10));

    private Cards() {}

    static StreamId card(int number) {
        return StreamId.of("card", Integer.toString(number));
    }

    /// Appends events with the next versions, each by itself.
    static void append(Journal journal, StreamId stream, int count) {
        for (int i = 0; i < count; i++) {
            AppendRequest request =
                    AppendRequest.of(
                            stream,
                            new ExpectedVersion.Any(),
                            List.of(TestNode.event("Charged", "1")),
                            null);
            journal.append(request);
            AppendResult result = request.result().orTimeout(60, TimeUnit.SECONDS).join();
            if (!(result instanceof AppendResult.Appended)) {
                throw new AssertionError("not appended: " + result);
            }
        }
    }

    static List<Long> versions(long from, long through) {
        return new ArrayList<>(LongStream.rangeClosed(from, through).boxed().toList());
    }
}
