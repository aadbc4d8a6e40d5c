package dev.cobnut.framework.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.handler.CursorsInFront;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.node.FaultyJournal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// What the contracts of those who read all events share: a journal whose reads a test can let
/// fail, and its [Events].
public abstract class OverAnyJournal {

    @TempDir private Path folder;

    private final Duration pollInterval;

    @SuppressWarnings("NullAway.Init") // before each test
    protected Journal journal;

    @SuppressWarnings("NullAway.Init") // before each test
    protected CursorsInFront cursors;

    @SuppressWarnings("NullAway.Init") // before each test
    protected Events events;

    protected OverAnyJournal(Duration pollInterval) {
        this.pollInterval = pollInterval;
    }

    protected abstract Journal open(Path folder);

    @BeforeEach
    void startJournal() {
        Journal own = open(folder);
        cursors = new CursorsInFront(own.cursors());
        journal =
                new FaultyJournal(own) {
                    @Override
                    public Cursors cursors() {
                        return cursors;
                    }
                };
        events = new Events(journal, pollInterval);
        journal.start(events.waking(GroupListener.completing()));
    }

    @AfterEach
    void closeJournal() {
        events.close();
        journal.close();
    }

    /// Appends, and waits for the commit.
    public static void append(Journal journal, StreamId stream, List<NewEvent> events) {
        AppendRequest request = AppendRequest.of(stream, new ExpectedVersion.Any(), events, null);
        journal.append(request);
        assertThat(request.result().orTimeout(60, TimeUnit.SECONDS).join())
                .isInstanceOf(AppendResult.Appended.class);
    }
}
