package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.StreamId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The events of one command: all of them are recorded, or none.
///
/// A request without events records only its [CommandKey] and refusal, so that a refused command is
/// refused again in the same words.
public final class AppendRequest {

    private final StreamId stream;
    private final ExpectedVersion expected;
    private final List<NewEvent> events;
    private final @Nullable CommandKey key;
    private final @Nullable String refusal;
    private final CompletableFuture<AppendResult> result = new CompletableFuture<>();

    private AppendRequest(
            StreamId stream,
            ExpectedVersion expected,
            List<NewEvent> events,
            @Nullable CommandKey key,
            @Nullable String refusal) {
        this.stream = stream;
        this.expected = expected;
        this.events = List.copyOf(events);
        this.key = key;
        this.refusal = refusal;
    }

    /// @param events at least one
    public static AppendRequest of(
            StreamId stream,
            ExpectedVersion expected,
            List<NewEvent> events,
            @Nullable CommandKey key) {
        if (events.isEmpty()) {
            throw new IllegalArgumentException("an append needs at least one event");
        }
        return new AppendRequest(stream, expected, events, key, null);
    }

    /// @param version the stream's version when the command was refused, 0 when there was no such
    ///   stream
    public static AppendRequest ofRefusal(
            StreamId stream, long version, CommandKey key, String refusal) {
        return new AppendRequest(stream, ExpectedVersion.of(version), List.of(), key, refusal);
    }

    public StreamId stream() {
        return stream;
    }

    public ExpectedVersion expected() {
        return expected;
    }

    public List<NewEvent> events() {
        return events;
    }

    public @Nullable CommandKey key() {
        return key;
    }

    /// Null unless this is the record of a refused command.
    public @Nullable String refusal() {
        return refusal;
    }

    /// Completed by the journal's [GroupListener], never exceptionally.
    public CompletableFuture<AppendResult> result() {
        return result;
    }
}
