package dev.cobnut.framework.command;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
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
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The parts that all aggregates of a gateway share: the decider, the streams and the recorded
/// commands.
record AggregateContext<S, C, E>(
        Decider<S, C, E> decider,
        EventStore streams,
        Journal journal,
        TimeOrderedIds ids,
        InstantSource clock,
        AppendDeadline deadline) {

    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    /// Folds a stream as its copy in memory has it. In a cluster, the copy may lag.
    ///
    /// @return null when it does not exist
    @Nullable Versioned<S> foldFromCopy(StreamId stream) {
        return fold(
                Long.MAX_VALUE, (afterVersion, limit) -> streams.read(stream, afterVersion, limit));
    }

    /// Folds a stream with every event that was committed before the call. In a cluster, this reads
    /// the journal.
    ///
    /// @param upToVersion the last version to fold; `Long.MAX_VALUE` for the whole stream
    /// @return null when it does not exist
    @Nullable Versioned<S> foldLatest(StreamId stream, long upToVersion) {
        return fold(
                upToVersion,
                (afterVersion, limit) -> streams.readLatest(stream, afterVersion, limit));
    }

    private @Nullable Versioned<S> fold(long upToVersion, StreamFold.Pages pages) {
        return StreamFold.fold(
                null,
                upToVersion,
                pages,
                (state, event) -> decider.evolve(state, decider.codec().decode(event)));
    }

    NewEvent encode(E event, EventMetadata metadata) {
        return new NewEvent(
                ids.next(),
                decider.codec().type(event),
                decider.codec().schemaVersion(event),
                decider.codec().encode(event),
                metadata);
    }

    AppendResult append(AppendRequest request) {
        return deadline.await(streams.append(request));
    }

    /// The answer that was given under this key before; null when there was none.
    @Nullable CommandResult<S> firstAnswer(@Nullable CommandKey key) {
        if (key == null) {
            return null;
        }
        Optional<RecordedCommand> first = journal.findCommand(key.key());
        return first.isEmpty() ? null : repeated(key, first.get());
    }

    /// The answer to the repetition of a recorded command.
    CommandResult<S> repeated(CommandKey key, RecordedCommand first) {
        if (!first.key().fingerprint().equals(key.fingerprint())) {
            return new CommandResult.KeyReused<>(first.key().key());
        }
        Refusal refusal = first.refusal();
        if (refusal != null) {
            return new CommandResult.Refused<>(refusal, first.version(), true);
        }
        Versioned<S> then = foldLatest(first.stream(), first.version());
        if (then == null) {
            throw new IllegalStateException(
                    "command "
                            + first.key().key()
                            + " is recorded, its stream "
                            + first.stream()
                            + " is not");
        }
        return new CommandResult.Accepted<>(first.stream(), then.state(), then.version(), true);
    }
}
