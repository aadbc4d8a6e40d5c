package dev.cobnut.framework.command;

import dev.cobnut.framework.command.CommandGateway.Versioned;
import dev.cobnut.framework.dispatch.Entity;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.RecordedCommand;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One stream while commands arrive for it: its state in memory, one command at a time.
///
/// The state is a cache. After anything but a clean append it is forgotten and folded again from
/// the stream.
///
/// ## When other members append to the same stream
///
/// An append is decided by the journal: on a conflict the state is folded again and the command is
/// decided anew, a bounded number of times. An answer without an append (a refusal, "there is no
/// such stream", "it is so already") rests on the state alone, so before it is given on a state
/// from an earlier command, the journal is asked whether the stream has gone on.
final class Aggregate<S, C, E> implements Entity<Command<C>, CommandResult<S>> {

    /// What all aggregates of a gateway share.
    record Context<S, C, E>(
            Domain<S, C, E> domain,
            EventStore streams,
            Journal journal,
            TimeOrderedIds ids,
            InstantSource clock,
            AppendDeadline deadline) {

        /// Events that are folded in one step.
        private static final int READ_MAX = 500;

        /// Folds a stream.
        ///
        /// @return null when it does not exist
        @Nullable Versioned<S> fold(StreamId stream, long upToVersion) {
            S state = null;
            long version = 0;
            while (version < upToVersion) {
                int limit = (int) Math.min(READ_MAX, upToVersion - version);
                List<RecordedEvent> events = streams.read(stream, version, limit);
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
    }

    /// Attempts of a command that expects no version, when somebody else writes the stream.
    private static final int CONFLICT_ATTEMPTS_MAX = 8;

    /// Hint to a client whose command was not taken.
    private static final int RETRY_AFTER_SECONDS = 1;

    private final Context<S, C, E> context;
    private final StreamId stream;
    private boolean loaded;

    /// Whether the state was folded for the command that is being handled.
    private boolean fresh;

    private @Nullable S state;
    private long version;

    Aggregate(Context<S, C, E> context, StreamId stream) {
        this.context = context;
        this.stream = stream;
    }

    @Override
    public CommandResult<S> handle(Command<C> command) {
        for (int attempt = 1; ; attempt++) {
            load(command);
            CommandResult<S> result = attempt(command);
            if (result == null) {
                continue; // decided on an old state; the one of the next attempt is fresh
            }
            boolean raced =
                    result instanceof CommandResult.VersionConflict<S>
                            && command.expectedVersion() == null
                            && attempt < CONFLICT_ATTEMPTS_MAX;
            if (!raced) {
                return result;
            }
        }
    }

    /// Brings the state into memory, unless it is there and can be the stream's. An expected
    /// version beyond it says that somebody else has written; that a stream does not exist is not
    /// kept.
    private void load(Command<C> command) {
        Long expected = command.expectedVersion();
        boolean outdated = expected != null && expected > version;
        fresh = !loaded || outdated;
        if (!fresh) {
            return;
        }
        Versioned<S> folded = command.begins() ? null : context.fold(stream, Long.MAX_VALUE);
        state = folded == null ? null : folded.state();
        version = folded == null ? 0 : folded.version();
        loaded = folded != null;
    }

    /// @return null when the decision rests on a state that is not the stream's any more
    private @Nullable CommandResult<S> attempt(Command<C> command) {
        Long expected = command.expectedVersion();
        if (expected != null && expected != version && state != null) {
            CommandResult<S> first = firstAnswer(command.key());
            return first != null ? first : new CommandResult.VersionConflict<>(expected, version);
        }
        Instant now = context.clock().instant().truncatedTo(ChronoUnit.MICROS);
        Decision<E> decision = context.domain().decide(state, command.content(), now);
        if (!(decision instanceof Decision.Accepted<E>(var events) && !events.isEmpty())
                && isOutdated()) {
            loaded = false;
            return null;
        }
        return switch (decision) {
            case Decision.Accepted<E>(var events) when events.isEmpty() -> unchanged(command);
            case Decision.Accepted<E>(var events) -> append(command, events, now);
            case Decision.Missing<E> _ -> {
                CommandResult<S> first = firstAnswer(command.key());
                yield first != null ? first : new CommandResult.Missing<>();
            }
            case Decision.Refused<E>(var code, var detail) -> refuse(command, code, detail);
        };
    }

    /// Whether the stream has gone on, written by somebody else.
    private boolean isOutdated() {
        return !fresh
                && context.streams().isShared()
                && !context.journal().read(stream, version, 1).isEmpty();
    }

    private CommandResult<S> unchanged(Command<C> command) {
        CommandResult<S> first = firstAnswer(command.key());
        if (first != null) {
            return first;
        }
        S current = state;
        return current == null
                ? new CommandResult.Missing<>()
                : new CommandResult.Accepted<>(stream, current, version, false);
    }

    private CommandResult<S> append(Command<C> command, List<E> events, Instant now) {
        EventMetadata metadata =
                new EventMetadata(
                        now, command.causation(), command.correlation(), command.traceparent());
        List<NewEvent> decided = new ArrayList<>(events.size());
        S next = state;
        for (E event : events) {
            next = context.domain().evolve(next, event);
            decided.add(
                    new NewEvent(
                            context.ids().next(),
                            context.domain().codec().type(event),
                            context.domain().codec().schemaVersion(event),
                            context.domain().codec().encode(event),
                            metadata));
        }
        AppendResult result =
                await(
                        AppendRequest.of(
                                stream, ExpectedVersion.of(version), decided, command.key()));
        if (result instanceof AppendResult.Appended appended) {
            state = next;
            version = appended.version();
            loaded = true;
            return new CommandResult.Accepted<>(
                    stream, Objects.requireNonNull(next), version, false);
        }
        return notAppended(command, result);
    }

    private CommandResult<S> refuse(Command<C> command, String code, String detail) {
        CommandKey key = command.key();
        if (key != null) {
            CommandResult<S> first = firstAnswer(key);
            if (first != null) {
                return first;
            }
            // Remembered, so that the repetition is refused in the same words even if the rule
            // would now allow it.
            AppendResult result =
                    await(AppendRequest.ofRefusal(stream, version, key, code + "\n" + detail));
            if (!(result instanceof AppendResult.Appended)) {
                return notAppended(command, result);
            }
        }
        return new CommandResult.Refused<>(code, detail, version, false);
    }

    private CommandResult<S> notAppended(Command<C> command, AppendResult result) {
        loaded = false;
        return switch (result) {
            case AppendResult.Conflict(long actual) -> {
                Long expected = command.expectedVersion();
                yield new CommandResult.VersionConflict<>(
                        expected == null ? version : expected, actual);
            }
            case AppendResult.Duplicate(var first) -> repeated(command.key(), first);
            case AppendResult.Unavailable(var reason) ->
                    new CommandResult.Unavailable<>(reason, RETRY_AFTER_SECONDS);
            case AppendResult.Unknown(var reason) -> new CommandResult.Unknown<>(stream, reason);
            case AppendResult.Appended _ ->
                    throw new IllegalStateException(
                            "an append that took place was taken for one that did not");
        };
    }

    private AppendResult await(AppendRequest request) {
        return context.deadline().await(context.streams().append(request));
    }

    /// The answer that was given under this key before, null when there was none.
    private @Nullable CommandResult<S> firstAnswer(@Nullable CommandKey key) {
        if (key == null) {
            return null;
        }
        Optional<RecordedCommand> first = context.journal().findCommand(key.key());
        return first.isEmpty() ? null : repeated(key, first.get());
    }

    private CommandResult<S> repeated(@Nullable CommandKey key, RecordedCommand first) {
        if (key == null || !first.key().fingerprint().equals(key.fingerprint())) {
            return new CommandResult.KeyReused<>(first.key().key());
        }
        String refusal = first.refusal();
        if (refusal != null) {
            int line = refusal.indexOf('\n');
            return new CommandResult.Refused<>(
                    refusal.substring(0, line), refusal.substring(line + 1), first.version(), true);
        }
        Versioned<S> then = context.fold(first.stream(), first.version());
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
