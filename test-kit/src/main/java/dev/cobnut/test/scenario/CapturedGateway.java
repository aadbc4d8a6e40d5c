package dev.cobnut.test.scenario;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.journal.CommandKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Notes commands, and decides them on the streams of a scenario.
final class CapturedGateway<S, C, E> implements CommandGateway<S, C> {

    private record Answered<S>(CommandKey key, StreamId stream, CommandResult<S> answer) {}

    private final Decider<S, C, E> decider;
    private final HandlerSurroundings surroundings;
    private final boolean noted;
    private final Map<String, Answered<S>> answeredByKey = new HashMap<>();

    /// @param noted false for commands that are no outcome of a scenario
    CapturedGateway(Decider<S, C, E> decider, HandlerSurroundings surroundings, boolean noted) {
        this.decider = decider;
        this.surroundings = surroundings;
        this.noted = noted;
    }

    @Override
    public StreamId stream(String id) {
        return decider.stream(id);
    }

    @Override
    public CommandResult<S> send(Command<? extends C> command) {
        requireOwn(command.stream());
        if (noted) {
            surroundings.noteCommand(command);
        }
        CommandKey key = command.key();
        if (key == null) {
            return decided(command);
        }
        Answered<S> before = answeredByKey.get(key.key());
        if (before != null) {
            return before.key().equals(key)
                    ? repeated(before.answer())
                    : new CommandResult.KeyReused<>(key.key(), before.stream());
        }
        CommandResult<S> answer = decided(command);
        if (answer instanceof CommandResult.Accepted<S>
                || answer instanceof CommandResult.Refused<S>) {
            answeredByKey.put(key.key(), new Answered<>(key, command.stream(), answer));
        }
        return answer;
    }

    private static <S> CommandResult<S> repeated(CommandResult<S> answer) {
        return switch (answer) {
            case CommandResult.Accepted<S>(var stream, var state, var version, var position, _) ->
                    new CommandResult.Accepted<>(stream, state, version, position, true);
            case CommandResult.Refused<S>(var refusal, var version, _) ->
                    new CommandResult.Refused<>(refusal, version, true);
            default -> answer;
        };
    }

    private CommandResult<S> decided(Command<? extends C> command) {
        StreamId stream = command.stream();
        long version = surroundings.events(stream).size();
        Long expected = command.begins() ? Long.valueOf(0) : command.expectedVersion();
        if (expected != null && expected != version) {
            return new CommandResult.VersionConflict<>(expected, version);
        }
        return switch (decider.decide(folded(stream), command.content(), surroundings.now())) {
            case Decision.Accepted<E>(var events) -> {
                events.forEach(event -> {
                    RecordedEvent _ = surroundings.record(decider, stream, event);
                });
                S after = folded(stream);
                yield after == null
                        ? new CommandResult.Missing<>()
                        : new CommandResult.Accepted<>(
                                stream,
                                after,
                                version + events.size(),
                                surroundings.events(stream).getLast().position(),
                                false);
            }
            case Decision.Missing<E>() -> new CommandResult.Missing<>();
            case Decision.Refused<E>(var refusal) ->
                    new CommandResult.Refused<>(refusal, version, false);
        };
    }

    private @Nullable S folded(StreamId stream) {
        return folded(surroundings.events(stream));
    }

    private @Nullable S folded(List<RecordedEvent> events) {
        S state = null;
        for (RecordedEvent event : events) {
            state = decider.codec().fold(state, event, decider::evolve);
        }
        return state;
    }

    @Override
    public Optional<Versioned<S>> state(StreamId stream) {
        return past(stream, _ -> true);
    }

    @Override
    public Optional<Versioned<S>> past(StreamId stream, Predicate<RecordedEvent> accepted) {
        requireOwn(stream);
        List<RecordedEvent> events =
                surroundings.events(stream).stream().takeWhile(accepted).toList();
        return Optional.ofNullable(folded(events))
                .map(state -> new Versioned<>(state, events.size()));
    }

    @Override
    public List<RecordedEvent> events(StreamId stream, long afterVersion, int limit) {
        requireOwn(stream);
        return surroundings.events(stream).stream()
                .filter(event -> event.version() > afterVersion)
                .limit(limit)
                .toList();
    }

    private void requireOwn(StreamId stream) {
        if (!stream.isOf(decider.category())) {
            throw new IllegalArgumentException(
                    stream + " is not a stream of the category " + decider.category());
        }
    }
}
