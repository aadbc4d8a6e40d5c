package dev.cobnut.framework.command;

import dev.cobnut.framework.command.CommandGateway.Versioned;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.RecordedCommand;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What all aggregates of a gateway share: the rules, and the way to the streams and the recorded
/// commands.
record AggregateContext<S, C, E>(
        Domain<S, C, E> domain,
        EventStore streams,
        Journal journal,
        TimeOrderedIds ids,
        InstantSource clock,
        AppendDeadline deadline) {

    /// Events that are folded in one step.
    private static final int READ_MAX = 500;

    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    /// Folds a stream as its copy in memory has it.
    ///
    /// @return null when it does not exist
    @Nullable Versioned<S> fold(StreamId stream) {
        return fold(stream, Long.MAX_VALUE, streams::read);
    }

    /// Folds a stream with every event that was committed before the call.
    ///
    /// @return null when it does not exist
    @Nullable Versioned<S> foldLatest(StreamId stream, long upToVersion) {
        return fold(stream, upToVersion, streams::readLatest);
    }

    private @Nullable Versioned<S> fold(StreamId stream, long upToVersion, Source source) {
        S state = null;
        long version = 0;
        while (version < upToVersion) {
            int limit = (int) Math.min(READ_MAX, upToVersion - version);
            List<RecordedEvent> events = source.read(stream, version, limit);
            for (RecordedEvent event : events) {
                state = domain.evolve(state, domain.codec().decode(event));
                version = event.version();
            }
            if (events.size() < limit) {
                break;
            }
        }
        return state == null ? null : new Versioned<>(state, version);
    }

    NewEvent encode(E event, EventMetadata metadata) {
        return new NewEvent(
                ids.next(),
                domain.codec().type(event),
                domain.codec().schemaVersion(event),
                domain.codec().encode(event),
                metadata);
    }

    AppendResult append(AppendRequest request) {
        return deadline.await(streams.append(request));
    }

    /// The answer that was given under this key before, null when there was none.
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
        String refusal = first.refusal();
        if (refusal != null) {
            int line = refusal.indexOf('\n');
            return new CommandResult.Refused<>(
                    refusal.substring(0, line), refusal.substring(line + 1), first.version(), true);
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

    /// Where a fold reads a stream.
    @FunctionalInterface
    private interface Source {
        List<RecordedEvent> read(StreamId stream, long afterVersion, int limit);
    }
}
