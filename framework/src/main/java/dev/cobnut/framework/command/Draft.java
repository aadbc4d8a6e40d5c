package dev.cobnut.framework.command;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.runtime.entity.AskResult.Answered;
import dev.cobnut.runtime.entity.AskResult.Handled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Commands of one stream that were decided one after the other and are not recorded yet: the state
/// as they leave it, what is to be appended, and the answers that hold once it is.
final class Draft<S> {

    /// A command whose answer waits for the append.
    ///
    /// @param index in its batch
    /// @param recorded whether the append records it, or a command of which it is the repetition;
    ///   false when it only rests on events before it
    /// @param key under which the append records it; null when it does not
    record Pending<S>(
            int index,
            Handled<CommandResult<S>> answer,
            boolean recorded,
            @Nullable CommandKey key) {}

    private final StreamId stream;
    private final long base;
    private @Nullable S state;
    private long version;
    private final List<AppendRequest.Part> parts;
    private final List<Pending<S>> pending;

    /// @param state null when the stream does not exist
    /// @param version that the append will expect
    /// @param commandsMax most commands that it will have
    Draft(StreamId stream, @Nullable S state, long version, int commandsMax) {
        this.stream = stream;
        this.base = version;
        this.state = state;
        this.version = version;
        this.parts = new ArrayList<>(commandsMax);
        this.pending = new ArrayList<>(commandsMax);
    }

    /// As the commands so far leave it.
    @Nullable S state() {
        return state;
    }

    /// As the commands so far leave it.
    long version() {
        return version;
    }

    /// Before the first command.
    long base() {
        return base;
    }

    /// Whether the state is that of events which are not recorded yet.
    boolean hasEvents() {
        return version > base;
    }

    /// Whether there is nothing to append; then no answer waits either.
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
        return AppendRequest.ofAll(stream, ExpectedVersion.of(base), parts);
    }

    /// The answer to a command whose key is that of one in this draft; null when none has it.
    @Nullable CommandResult<S> repetition(@Nullable CommandKey key) {
        if (key == null) {
            return null;
        }
        for (Pending<S> earlier : pending) {
            CommandKey recorded = earlier.key();
            if (recorded != null && recorded.key().equals(key.key())) {
                return recorded.fingerprint().equals(key.fingerprint())
                        ? repeated(earlier.answer())
                        : new CommandResult.KeyReused<>(key.key());
            }
        }
        return null;
    }

    private static <S> CommandResult<S> repeated(Handled<CommandResult<S>> first) {
        if (first
                instanceof
                Answered<CommandResult<S>>(
                        CommandResult.Accepted<S>(var in, var then, long at, _))) {
            return new CommandResult.Accepted<>(in, then, at, true);
        }
        if (first
                instanceof
                Answered<CommandResult<S>>(CommandResult.Refused<S>(var refusal, long at, _))) {
            return new CommandResult.Refused<>(refusal, at, true);
        }
        throw new IllegalStateException("only these two are recorded, not " + first);
    }

    /// A command with events.
    ///
    /// @param next the state after them
    void accept(int index, AppendRequest.Part part, S next) {
        state = next;
        version += part.events().size();
        record(index, part, new CommandResult.Accepted<>(stream, next, version, false));
    }

    /// A refusal that is recorded under its key.
    void refuse(int index, AppendRequest.Part part, CommandResult.Refused<S> answer) {
        record(index, part, answer);
    }

    private void record(int index, AppendRequest.Part part, CommandResult<S> answer) {
        parts.add(part);
        pending.add(new Pending<>(index, new Answered<>(answer), true, part.key()));
    }

    /// An answer that holds only if the append takes place.
    void await(int index, Handled<CommandResult<S>> answer, boolean recorded) {
        pending.add(new Pending<>(index, answer, recorded, null));
    }
}
