package dev.cobnut.framework.command;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.runtime.entity.AskResult.Answered;
import dev.cobnut.runtime.entity.AskResult.Handled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Commands of one stream that are decided and not recorded yet. It has the state that they lead
/// to, the events to append, and the answers to give after the append.
final class Draft<S> {

    /// A command whose answer waits for the append.
    ///
    /// @param index in its batch
    /// @param recorded true when the append records this command, or the command that it repeats;
    ///   false when the answer only depends on events of the draft
    /// @param key under which the append records the command; null when it has none
    record Pending<S>(
            int index,
            Handled<CommandResult<S>> answer,
            boolean recorded,
            @Nullable CommandKey key) {}

    /// In an answer that waits for the append, which will tell the position.
    static final long NO_POSITION = 0;

    private final StreamId stream;
    private final long baseVersion;
    private @Nullable S state;
    private long version;
    private final List<AppendRequest.Part> parts;
    private final List<Pending<S>> pending;

    /// @param state null when the stream does not exist
    /// @param baseVersion the version of this state, which the append expects
    /// @param expectedCommands number of commands that may come; only a hint for the lists
    Draft(StreamId stream, @Nullable S state, long baseVersion, int expectedCommands) {
        this.stream = stream;
        this.baseVersion = baseVersion;
        this.state = state;
        this.version = baseVersion;
        this.parts = new ArrayList<>(expectedCommands);
        this.pending = new ArrayList<>(expectedCommands);
    }

    /// The state after the commands so far; null when there is no stream.
    @Nullable S state() {
        return state;
    }

    /// The version after the commands so far.
    long version() {
        return version;
    }

    /// The version before the first command.
    long baseVersion() {
        return baseVersion;
    }

    /// True when the state contains events that are not recorded yet.
    boolean hasEvents() {
        return version > baseVersion;
    }

    /// True when there is nothing to append. No answer waits then.
    boolean isEmpty() {
        return parts.isEmpty();
    }

    boolean isFull() {
        return parts.size() == AppendRequest.COMMANDS_MAX;
    }

    List<Pending<S>> pending() {
        return pending;
    }

    AppendRequest request() {
        return AppendRequest.ofAll(stream, ExpectedVersion.of(baseVersion), parts);
    }

    /// The answer to a command when a command of this draft has the same key; null when none has.
    @Nullable CommandResult<S> repetition(@Nullable CommandKey key) {
        if (key == null) {
            return null;
        }
        for (Pending<S> earlier : pending) {
            CommandKey recorded = earlier.key();
            if (recorded != null && recorded.key().equals(key.key())) {
                return recorded.fingerprint().equals(key.fingerprint())
                        ? repeated(earlier.answer())
                        : new CommandResult.KeyReused<>(key.key(), stream);
            }
        }
        return null;
    }

    private static <S> CommandResult<S> repeated(Handled<CommandResult<S>> first) {
        if (first
                instanceof
                Answered<CommandResult<S>>(
                        CommandResult.Accepted<S>(var in, var then, long at, long position, _))) {
            return new CommandResult.Accepted<>(in, then, at, position, true);
        }
        if (first
                instanceof
                Answered<CommandResult<S>>(CommandResult.Refused<S>(var refusal, long at, _))) {
            return new CommandResult.Refused<>(refusal, at, true);
        }
        throw new IllegalStateException(
                "only accepted and refused commands are recorded, not " + first);
    }

    /// Adds a command with events.
    ///
    /// @param next the state after the events
    void accept(int index, AppendRequest.Part part, S next) {
        state = next;
        version += part.events().size();
        record(
                index,
                part,
                new CommandResult.Accepted<>(stream, next, version, NO_POSITION, false));
    }

    /// The answer of a command after the append. Every accepted command that waits has a version of
    /// this draft.
    ///
    /// @param events of the draft, as they were recorded
    Handled<CommandResult<S>> answer(Pending<S> waiting, List<RecordedEvent> events) {
        if (waiting.answer()
                instanceof
                Answered<CommandResult<S>>(
                        CommandResult.Accepted<S>(var in, var then, long at, _, boolean again))) {
            long position = events.get((int) (at - baseVersion) - 1).position();
            return new Answered<>(new CommandResult.Accepted<>(in, then, at, position, again));
        }
        return waiting.answer();
    }

    /// Adds a refusal that is recorded under its key.
    void refuse(int index, AppendRequest.Part part, CommandResult.Refused<S> answer) {
        record(index, part, answer);
    }

    private void record(int index, AppendRequest.Part part, CommandResult<S> answer) {
        parts.add(part);
        pending.add(new Pending<>(index, new Answered<>(answer), true, part.key()));
    }

    /// Adds an answer that holds only after the append.
    void answerAfterAppend(int index, Handled<CommandResult<S>> answer, boolean recorded) {
        pending.add(new Pending<>(index, answer, recorded, null));
    }
}
