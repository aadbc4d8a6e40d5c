package dev.cobnut.framework.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Tag;
import dev.cobnut.framework.journal.AppendResult.Appended;
import dev.cobnut.framework.journal.ExpectedVersion.NoStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/// Requests for tests, and bounded waiting for their answers.
final class Appends {

    static final Instant TIME = Instant.parse("2026-03-01T11:59:59.123456Z");

    /// With a line break in its sentence.
    static final Refusal REFUSAL = new Refusal("paid", "It is paid.\nShip it.");

    private static final int WAIT_SECONDS_MAX = 120;
    private static final AtomicLong LAST_ID = new AtomicLong();

    private Appends() {}

    static StreamId newStream() {
        return StreamId.of("order", Long.toString(LAST_ID.incrementAndGet()));
    }

    static NewEvent event(String content) {
        return new NewEvent(
                new UUID(0x7000L, LAST_ID.incrementAndGet()),
                "OrderPlaced",
                1,
                Payload.ofUtf8(content),
                EventMetadata.at(TIME));
    }

    static NewEvent tagged(String type, String... tags) {
        return new NewEvent(
                new UUID(0x7000L, LAST_ID.incrementAndGet()),
                type,
                1,
                Payload.ofUtf8("{}"),
                EventMetadata.at(TIME),
                Arrays.stream(tags).map(Tag::new).collect(Collectors.toSet()));
    }

    static List<NewEvent> events(int count) {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(event("{\"n\":" + i + "}"));
        }
        return events;
    }

    static AppendRequest first(StreamId stream) {
        return AppendRequest.of(stream, new NoStream(), events(1), null);
    }

    static AppendRequest request(StreamId stream, ExpectedVersion expected, int events) {
        return AppendRequest.of(stream, expected, events(events), null);
    }

    static AppendRequest keyed(StreamId stream, ExpectedVersion expected, String key) {
        return AppendRequest.of(stream, expected, events(1), new CommandKey(key, "f00d"));
    }

    /// Eleven appends, of which the sixth has an event of the type `Unwanted`, and the others are
    /// on one stream, one after the other.
    static List<AppendRequest> groupWithOneUnwanted(StreamId stream) {
        List<AppendRequest> group = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            if (i == 5) {
                NewEvent unwanted =
                        new NewEvent(
                                new UUID(0x7000L, LAST_ID.incrementAndGet()),
                                "Unwanted",
                                1,
                                Payload.ofUtf8("{}"),
                                EventMetadata.at(TIME));
                group.add(AppendRequest.of(newStream(), new NoStream(), List.of(unwanted), null));
            }
            group.add(request(stream, ExpectedVersion.of(i), 1));
        }
        return group;
    }

    static void assertOnlyTheUnwantedFailed(
            Journal journal, List<AppendRequest> group, StreamId stream) {
        for (int i = 0; i < group.size(); i++) {
            assertThat(await(group.get(i).result()))
                    .as("append %d", i)
                    .isInstanceOf(i == 5 ? AppendResult.Unavailable.class : Appended.class);
        }
        assertThat(journal.read(stream, 0, 100)).hasSize(10);
        assertThat(journal.read(group.get(5).stream(), 0, 1)).isEmpty();
    }

    /// Appends and waits for the answer.
    static AppendResult append(Journal journal, AppendRequest request) {
        journal.append(request);
        return await(request.result());
    }

    static Appended appended(Journal journal, AppendRequest request) {
        return (Appended) append(journal, request);
    }

    static void publish(Journal journal, List<Long> positions, LookupChange... changes) {
        Publication publication = Publication.of(positions, List.of(changes));
        journal.publish(publication);
        publication.done().orTimeout(WAIT_SECONDS_MAX, TimeUnit.SECONDS).join();
    }

    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(WAIT_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("no answer", e);
        }
    }
}
