package dev.cobnut.framework.command;

import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamFold;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.RecordedCommand;
import dev.cobnut.framework.journal.Refusal;
import dev.cobnut.framework.snapshot.StreamSnapshots;
import dev.cobnut.framework.waits.AppendTimes;
import dev.cobnut.framework.waits.RequestWaits;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The parts that all aggregates of a gateway share: the decider, the streams and the recorded
/// commands.
///
/// @param keptBytesMax largest payload of an event whose stream's state stays in memory between
///   commands. Larger states are folded again, so that the idle ones cannot fill the heap
/// @param snapshots null when the decider wants none
record AggregateContext<S, C, E>(
        Decider<S, C, E> decider,
        EventStore streams,
        Journal journal,
        TimeOrderedIds ids,
        InstantSource clock,
        AppendDeadline deadline,
        int keptBytesMax,
        @Nullable StreamSnapshots<S> snapshots) {

    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    /// Folds a stream as its copy in memory has it. In a cluster, the copy may lag.
    ///
    /// @param seen gets each event
    StreamFold.Partial<S> foldFromCopy(StreamId stream, Consumer<RecordedEvent> seen) {
        return fold(
                start(stream, Long.MAX_VALUE),
                Long.MAX_VALUE,
                (afterVersion, limit) -> streams.read(stream, afterVersion, limit),
                seen);
    }

    /// Folds a stream as its copy in memory has it, up to the last event that can be applied.
    StreamFold.Partial<S> foldApplicableFromCopy(StreamId stream) {
        return StreamFold.foldApplicable(
                start(stream, Long.MAX_VALUE),
                Long.MAX_VALUE,
                (afterVersion, limit) -> streams.read(stream, afterVersion, limit),
                evolving(_ -> {}));
    }

    /// Folds the first events of a stream as its copy in memory has it, up to the last one that can
    /// be applied. A snapshot may be too late to begin with.
    ///
    /// @param accepted the first event that it does not accept ends the fold
    StreamFold.Partial<S> foldPastFromCopy(StreamId stream, Predicate<RecordedEvent> accepted) {
        return StreamFold.foldApplicable(
                null,
                Long.MAX_VALUE,
                (afterVersion, limit) ->
                        streams.read(stream, afterVersion, limit).stream()
                                .takeWhile(accepted)
                                .toList(),
                evolving(_ -> {}));
    }

    /// Folds a stream with every event that was committed before the call. In a cluster, this reads
    /// the journal.
    ///
    /// @param upToVersion the last version to fold; `Long.MAX_VALUE` for the whole stream
    StreamFold.Partial<S> foldLatest(StreamId stream, long upToVersion) {
        return foldLatest(stream, upToVersion, _ -> {});
    }

    /// @param seen gets each event
    StreamFold.Partial<S> foldLatest(
            StreamId stream, long upToVersion, Consumer<RecordedEvent> seen) {
        return fold(
                start(stream, upToVersion),
                upToVersion,
                (afterVersion, limit) -> streams.readLatest(stream, afterVersion, limit),
                seen);
    }

    /// The snapshot to begin with. The journal says whether the stream has its last event, because
    /// a copy may lag and a failover may have lost events.
    ///
    /// @return null for the beginning of the stream
    private @Nullable Versioned<S> start(StreamId stream, long upToVersion) {
        return snapshots == null
                ? null
                : snapshots.find(
                        stream,
                        upToVersion,
                        version -> {
                            List<RecordedEvent> last = streams.readLatest(stream, version - 1, 1);
                            return last.isEmpty() ? null : last.getFirst();
                        });
    }

    private StreamFold.Partial<S> fold(
            @Nullable Versioned<S> start,
            long upToVersion,
            StreamFold.Pages pages,
            Consumer<RecordedEvent> seen) {
        return StreamFold.fold(start, upToVersion, pages, evolving(seen));
    }

    private BiFunction<@Nullable S, RecordedEvent, @Nullable S> evolving(
            Consumer<RecordedEvent> seen) {
        EventCodec<E> codec = decider.codec();
        BiFunction<@Nullable S, E, S> evolve = decider::evolve;
        return (state, event) -> {
            seen.accept(event);
            return codec.fold(state, event, evolve);
        };
    }

    /// The position of a stream's event in the journal.
    ///
    /// @param version that the stream has had
    long position(StreamId stream, long version) {
        List<RecordedEvent> event = streams.readLatest(stream, version - 1, 1);
        if (event.isEmpty()) {
            throw new IllegalStateException(
                    "the stream " + stream + " has no event " + version + " any more");
        }
        return event.getFirst().position();
    }

    NewEvent encode(E event, EventMetadata metadata) {
        return new NewEvent(
                ids.next(),
                decider.codec().type(event),
                decider.codec().schemaVersion(event),
                decider.codec().encodeWithEvent(event),
                metadata,
                decider.codec().tags(event));
    }

    AppendResult append(AppendRequest request) {
        if (!RequestWaits.areRecorded()) {
            return deadline.await(streams.append(request));
        }
        AppendTimes times = request.timed();
        RequestWaits.begin();
        try {
            return deadline.await(streams.append(request));
        } finally {
            RequestWaits.end(times);
        }
    }

    /// The answer that was given under the command's key before; null when there was none.
    @Nullable CommandResult<S> firstAnswer(Command<C> command) {
        CommandKey key = command.key();
        if (key == null) {
            return null;
        }
        Optional<RecordedCommand> first = journal.findCommand(key.key());
        return first.isEmpty() ? null : repeated(command, key, first.get());
    }

    /// The answer to a command whose key is recorded.
    CommandResult<S> repeated(Command<C> command, CommandKey key, RecordedCommand first) {
        if (!first.key().fingerprint().equals(key.fingerprint())
                || !isForTheSameStream(command, first)) {
            return new CommandResult.KeyReused<>(first.key().key(), first.stream());
        }
        Refusal refusal = first.refusal();
        if (refusal != null) {
            return new CommandResult.Refused<>(refusal, first.version(), true);
        }
        StreamFold.Partial<S> then = foldLatest(first.stream(), first.version());
        if (then.version() == 0) {
            throw new IllegalStateException(
                    "command "
                            + first.key().key()
                            + " is recorded, its stream "
                            + first.stream()
                            + " is not");
        }
        S state = then.state();
        return state == null // the types of all its events were removed since
                ? new CommandResult.Missing<>()
                : new CommandResult.Accepted<>(
                        first.stream(),
                        state,
                        then.version(),
                        position(first.stream(), then.version()),
                        true);
    }

    /// A repetition of a command that began a stream may name another stream: each attempt makes a
    /// fresh id.
    private boolean isForTheSameStream(Command<C> command, RecordedCommand first) {
        return command.begins()
                ? first.stream().category().equals(decider.category())
                : first.stream().equals(command.stream());
    }
}
