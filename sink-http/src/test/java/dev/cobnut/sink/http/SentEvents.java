package dev.cobnut.sink.http;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.handler.HandlerObserver;
import dev.cobnut.framework.handler.HandlerSettings;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.Journal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/// Events of library cards, and what tests of sinks need around them.
final class SentEvents {

    static final Duration SOON = Duration.ofMinutes(1);

    /// The published example of Standard Webhooks has this secret.
    static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    static final Instant TIME = Instant.parse("2026-11-23T06:00:00.123456Z");

    /// Attempts follow each other quickly, and no series of random failures parks a stream.
    static final HandlerSettings PATIENT =
            new HandlerSettings(
                    64,
                    1_024,
                    8,
                    1_000,
                    Duration.ofMillis(1),
                    Duration.ofMillis(10),
                    100,
                    Duration.ofMillis(50),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(10));

    private static final TimeOrderedIds IDS =
            new TimeOrderedIds(InstantSource.system(), RandomGenerator.getDefault());

    private SentEvents() {}

    static StreamId card(int number) {
        return StreamId.of("card", Integer.toString(number));
    }

    static RecordedEvent event(int card, long version) {
        return event(card, version, Payload.ofUtf8("{\"cents\":" + version + "}"));
    }

    static RecordedEvent event(int card, long version, Payload payload) {
        return new RecordedEvent(
                new UUID(0x7000, 0x8000_0000_0000_0000L + 1_000L * card + version),
                card(card),
                version,
                "FineCharged",
                1,
                payload,
                new EventMetadata(
                        TIME,
                        "loan-17",
                        "basket-4711",
                        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
                100L * card + version,
                1);
    }

    /// Appends one event, and waits until it is committed.
    static void append(Journal journal, StreamId stream) {
        AppendRequest request =
                AppendRequest.of(
                        stream,
                        new ExpectedVersion.Any(),
                        List.of(
                                new NewEvent(
                                        IDS.next(),
                                        "FineCharged",
                                        1,
                                        Payload.ofUtf8("{\"cents\":120}"),
                                        EventMetadata.at(Instant.now()))),
                        null);
        journal.append(request);
        AppendResult result = request.result().orTimeout(60, TimeUnit.SECONDS).join();
        if (!(result instanceof AppendResult.Appended)) {
            throw new AssertionError("not appended: " + result);
        }
    }

    /// Nothing is measured.
    static final class Unobserved implements HandlerObserver {

        @Override
        public void handled(String handler, int count) {}

        @Override
        public void retried(String handler) {}

        @Override
        public void parked(String handler) {}
    }
}
