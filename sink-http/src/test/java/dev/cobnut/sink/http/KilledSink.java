package dev.cobnut.sink.http;

import dev.cobnut.framework.handler.Handlers;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SqliteJournal;
import dev.cobnut.framework.journal.SqliteSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/// A process that appends events and sends them, and is killed at any moment.
final class KilledSink {

    static final int STREAMS = 8;

    /// Events that wait; more are not appended, so that the end of the test is near.
    private static final int BEHIND_MAX = 100;

    private KilledSink() {}

    static HttpSinkBuilder to(URI url) {
        return HttpSink.named("billing")
                .to(url)
                .source(URI.create("/library"))
                .categories("card")
                .secrets(SentEvents.SECRET)
                .connectDeadline(UnreliableReceiver.ANSWER_DEADLINE)
                .answerDeadline(UnreliableReceiver.ANSWER_DEADLINE);
    }

    /// Appends for ever, or, without anything to append, until all events are sent.
    ///
    /// @param arguments folder, address of the receiver, and `append` or `finish`
    public static void main(String[] arguments) {
        boolean appends = arguments[2].equals("append");
        try (Journal journal =
                        SqliteJournal.open(
                                SqliteSettings.in(Path.of(arguments[0])), InstantSource.system());
                Handlers handlers =
                        new Handlers(
                                List.of(to(URI.create(arguments[1])).build()),
                                journal,
                                SentEvents.PATIENT,
                                new SentEvents.Unobserved(),
                                System::nanoTime)) {
            journal.start(handlers.waking(GroupListener.completing()));
            handlers.start();
            Random random = new Random();
            while (appends) {
                if (behind(handlers) < BEHIND_MAX) {
                    SentEvents.append(journal, SentEvents.card(random.nextInt(STREAMS)));
                } else {
                    LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
                }
            }
            while (behind(handlers) > 0) {
                LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
            }
        }
    }

    private static long behind(Handlers handlers) {
        return handlers.statuses().getFirst().behind();
    }
}
