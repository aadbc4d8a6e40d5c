package dev.cobnut.framework.outbox;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.Payload;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Outbox entries for tests.
public final class Entries {

    /// A moment of 2026, in µs.
    public static final long T0 = 1_770_000_000_000_000L;

    public static final long HOUR = 3_600_000_000L;

    private Entries() {}

    public static StreamId stream(int number) {
        return StreamId.of("counter", Integer.toString(number));
    }

    public static OutboxEntry entry(StreamId stream, long version, long createdAt) {
        return OutboxEntry.pending(
                new RecordedEvent(
                        new UUID(0x7000L, createdAt),
                        stream,
                        version,
                        "Counted",
                        1,
                        Payload.ofUtf8("{\"by\":1}"),
                        EventMetadata.at(Instant.EPOCH),
                        createdAt,
                        createdAt));
    }

    /// Entries of one stream, 1 µs apart.
    public static List<OutboxEntry> ofStream(
            StreamId stream, long firstVersion, int count, long createdAt) {
        List<OutboxEntry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            entries.add(entry(stream, firstVersion + i, createdAt + i));
        }
        return entries;
    }

    /// One entry of each of `count` streams, `spacing` µs apart.
    public static List<OutboxEntry> ofStreams(
            int firstStream, int count, long createdAt, long spacing) {
        List<OutboxEntry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            entries.add(entry(stream(firstStream + i), 1, createdAt + i * spacing));
        }
        return entries;
    }

    public static List<Long> versions(List<OutboxEntry> entries) {
        return entries.stream().map(entry -> entry.event().version()).toList();
    }
}
