package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.StorableText;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Tag;
import dev.cobnut.framework.waits.AppendTimes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The events and keys of one command, or of several commands decided one after the other. All of
/// them are recorded, or none.
///
/// Several commands that wait for one stream share one request, and so one commit. Each was decided
/// on the events of those before it, so they are recorded together or not at all.
///
/// One command may have events for several streams ([#across]), each with an expected version, and
/// an [AppendCondition].
public final class AppendRequest {

    /// Most commands of one request.
    public static final int COMMANDS_MAX = 256;

    /// Most changes of stream within one request.
    public static final int STREAMS_MAX = 256;

    /// Events that follow each other in one stream.
    ///
    /// @param expected the version before the first of them
    /// @param events at least one, except for the record of a refusal
    public record StreamEvents(StreamId stream, ExpectedVersion expected, List<NewEvent> events) {

        public StreamEvents {
            events = List.copyOf(events);
        }
    }

    /// The events and the key of one command.
    ///
    /// @param events in order; empty only for the record of a refusal
    /// @param key null when the command has none
    /// @param refusal null unless the command was refused
    public record Part(List<NewEvent> events, @Nullable CommandKey key, @Nullable Refusal refusal) {

        public Part {
            events = List.copyOf(events);
            if (events.isEmpty() && (key == null || refusal == null)) {
                throw new IllegalArgumentException(
                        "an append needs at least one event, or a refusal and its key");
            }
            if (refusal != null) {
                StorableText.require("the code of a refusal", refusal.code());
                StorableText.require("the sentence of a refusal", refusal.sentence());
            }
        }

        /// @param events at least one
        public static Part of(List<NewEvent> events, @Nullable CommandKey key) {
            return new Part(events, key, null);
        }

        /// The refusal of a command. A repetition of the command gets the same refusal.
        public static Part ofRefusal(CommandKey key, Refusal refusal) {
            return new Part(List.of(), key, refusal);
        }
    }

    private final List<StreamEvents> streams;
    private final List<Part> parts;
    private final List<NewEvent> events;
    private final @Nullable AppendCondition condition;
    private final CompletableFuture<AppendResult> result = new CompletableFuture<>();
    private @Nullable AppendTimes times;

    private AppendRequest(StreamId stream, ExpectedVersion expected, List<Part> parts) {
        this.parts = List.copyOf(parts);
        this.events = parts.size() == 1 ? parts.getFirst().events() : eventsOf(parts);
        this.streams = List.of(new StreamEvents(stream, expected, events));
        this.condition = null;
    }

    private AppendRequest(
            List<StreamEvents> streams, Part part, @Nullable AppendCondition condition) {
        this.parts = List.of(part);
        this.events = part.events();
        this.streams = streams;
        this.condition = condition;
    }

    private static List<NewEvent> eventsOf(List<Part> parts) {
        List<NewEvent> events = new ArrayList<>();
        for (Part part : parts) {
            events.addAll(part.events());
        }
        return List.copyOf(events);
    }

    /// @param events at least one
    public static AppendRequest of(
            StreamId stream,
            ExpectedVersion expected,
            List<NewEvent> events,
            @Nullable CommandKey key) {
        return new AppendRequest(stream, expected, List.of(Part.of(events, key)));
    }

    /// Records only the key and the refusal of a command.
    ///
    /// @param version the stream's version at the time of the refusal, 0 without a stream
    static AppendRequest ofRefusal(StreamId stream, long version, CommandKey key, Refusal refusal) {
        return new AppendRequest(
                stream, ExpectedVersion.of(version), List.of(Part.ofRefusal(key, refusal)));
    }

    /// Commands that were decided one after the other.
    ///
    /// @param expected the version on which the first of them was decided
    /// @param parts from 1 to [#COMMANDS_MAX], in the order of the decisions, each key once
    public static AppendRequest ofAll(StreamId stream, ExpectedVersion expected, List<Part> parts) {
        if (parts.isEmpty() || parts.size() > COMMANDS_MAX) {
            throw new IllegalArgumentException(
                    "an append has 1 to " + COMMANDS_MAX + " commands, not " + parts.size());
        }
        if (parts.size() > 1) {
            requireEachKeyOnce(parts);
        }
        return new AppendRequest(stream, expected, parts);
    }

    /// Events of one command for one or several streams, under a condition. They get positions in
    /// the given order, without a gap. The key is recorded with the stream of the last event.
    ///
    /// @param streams from 1 to [#STREAMS_MAX], each with at least one event. A stream may be named
    ///   again, with [ExpectedVersion.Any]: its versions go on
    /// @param key null when the command has none
    /// @param condition null for none
    public static AppendRequest across(
            List<StreamEvents> streams,
            @Nullable CommandKey key,
            @Nullable AppendCondition condition) {
        if (streams.isEmpty() || streams.size() > STREAMS_MAX) {
            throw new IllegalArgumentException(
                    "an append names 1 to " + STREAMS_MAX + " streams, not " + streams.size());
        }
        List<NewEvent> events = new ArrayList<>();
        Set<StreamId> named = new HashSet<>();
        for (StreamEvents one : streams) {
            if (one.events().isEmpty()) {
                throw new IllegalArgumentException(
                        "an append has at least one event for each stream; "
                                + one.stream()
                                + " has none");
            }
            if (!named.add(one.stream()) && !(one.expected() instanceof ExpectedVersion.Any)) {
                throw new IllegalArgumentException(
                        "an append expects a version of a stream once; give it where "
                                + one.stream()
                                + " is named first");
            }
            events.addAll(one.events());
        }
        return new AppendRequest(List.copyOf(streams), Part.of(events, key), condition);
    }

    private static void requireEachKeyOnce(List<Part> parts) {
        Set<String> keys = new HashSet<>();
        for (Part part : parts) {
            CommandKey key = part.key();
            if (key != null && !keys.add(key.key())) {
                throw new IllegalArgumentException(
                        "two commands of one append have the key " + key.key());
            }
        }
    }

    /// The stream; the one of the last event when there are several.
    public StreamId stream() {
        return streams.getLast().stream();
    }

    /// The streams in the order of their events; most requests have one.
    public List<StreamEvents> streams() {
        return streams;
    }

    /// What must be true; null for most requests.
    public @Nullable AppendCondition condition() {
        return condition;
    }

    AppendCondition conditionOrThrow() {
        return Objects.requireNonNull(condition);
    }

    /// One part per command, at least one.
    public List<Part> parts() {
        return parts;
    }

    /// The events of all parts, in order.
    public List<NewEvent> events() {
        return events;
    }

    /// What this request counts against limits of memory.
    long bytes() {
        long bytes = condition == null ? 0 : condition.query().bytes();
        for (NewEvent event : events) {
            bytes += event.payload().length() + EventPage.EVENT_OVERHEAD_BYTES;
            for (Tag tag : event.tags()) {
                bytes += tag.bytes();
            }
        }
        return bytes;
    }

    /// Completed by the journal's [GroupListener], never exceptionally.
    public CompletableFuture<AppendResult> result() {
        return result;
    }

    /// Completes the result.
    public void answer(AppendResult outcome) {
        if (times != null) {
            times.answered();
        }
        boolean _ = result.complete(outcome);
    }

    /// Measures when this request goes from one step to the next. Called before it is handed to the
    /// journal.
    public AppendTimes timed() {
        AppendTimes measured = new AppendTimes();
        times = measured;
        return measured;
    }

    /// The writer has committed the group of this request, which it took at that time.
    ///
    /// @param commands number of commands in the group
    void committed(long takenAt, int commands) {
        if (times != null) {
            times.committed(takenAt, commands);
        }
    }
}
