package dev.cobnut.framework.command;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.runtime.entity.AskResult.Answered;
import dev.cobnut.runtime.entity.AskResult.Failed;
import dev.cobnut.runtime.entity.Batch;
import dev.cobnut.runtime.entity.BatchingEntity;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One stream while commands arrive for it: its state in memory, one command after the other.
///
/// The state is a cache. After anything but a clean append it is forgotten and folded again from
/// the stream.
///
/// ## Commands that wait together
///
/// They are decided one after the other, each on the state that those before it leave ([Draft]),
/// and recorded by one append: all or none. No answer is given that rests on events which are not
/// recorded; one that rests on none of them is given at once. What each would have got alone it
/// gets here, with these differences: when the journal does not take the append, or its outcome is
/// unknown, that holds for all of them.
///
/// A draft ends before a command that cannot be decided in it: it expects a later version, so the
/// stream must be read again, or the domain wants it by itself ([Decider#sharesAppend]).
///
/// ## When other members append to the same stream
///
/// An append is decided by the journal: on a conflict the state is folded again and the commands
/// are decided anew, a bounded number of times. An answer without an append (a refusal, "there is
/// no such stream", "it is so already") rests on the state alone, so before it is given on a state
/// from an earlier command, the journal is asked whether the stream has gone on.
final class Aggregate<S, C, E> implements BatchingEntity<Command<C>, CommandResult<S>> {

    /// Attempts of commands that are decided anew, when somebody else writes the stream.
    private static final int CONFLICT_ATTEMPTS_MAX = 8;

    /// Hint to a client whose command was not taken.
    private static final int RETRY_AFTER_SECONDS = 1;

    private final AggregateContext<S, C, E> context;
    private final StreamId stream;
    private boolean loaded;

    /// Whether the state is not older than the commands that are being handled.
    private boolean fresh;

    /// Whether that there is no stream was not read: the command that is being handled begins one
    /// whose id was made for it.
    private boolean assumed;

    private @Nullable S state;
    private long version;

    /// Appends in a row that lost, for the commands that are being handled.
    private int lost;

    /// Whether keys are looked up before a decision, because one turned out to be recorded.
    private boolean keysAreLookedUp;

    Aggregate(AggregateContext<S, C, E> context, StreamId stream) {
        this.context = context;
        this.stream = stream;
    }

    @Override
    public CommandResult<S> handle(Command<C> command) {
        Batch<Command<C>, CommandResult<S>> alone = Batch.of(List.of(command));
        handleAll(alone);
        return switch (Objects.requireNonNull(alone.result(0))) {
            case Answered<CommandResult<S>>(var result) -> result;
            case Failed<CommandResult<S>>(RuntimeException cause) -> throw cause;
            case Failed<CommandResult<S>>(Error cause) -> throw cause;
            case Failed<CommandResult<S>>(var cause) -> throw new IllegalStateException(cause);
        };
    }

    @Override
    public void handleAll(Batch<Command<C>, CommandResult<S>> batch) {
        lost = 0;
        keysAreLookedUp = false;
        while (!batch.isAnswered()) {
            int first = batch.nextOpen(0);
            load(batch.message(first));
            Draft<S> draft = draft(batch, first);
            if (!draft.isEmpty()) {
                settle(batch, draft, context.append(draft.request()));
            }
        }
    }

    /// Brings the state into memory, unless it is there and can be the stream's. An expected
    /// version beyond it says that somebody else has written; that a stream does not exist is not
    /// kept.
    private void load(Command<C> command) {
        fresh = !loaded || command.expectsBeyond(version);
        assumed = false;
        if (!fresh) {
            return;
        }
        assumed = command.begins();
        Versioned<S> folded = assumed ? null : context.fold(stream, Long.MAX_VALUE);
        state = folded == null ? null : folded.state();
        version = folded == null ? 0 : folded.version();
        loaded = folded != null;
    }

    /// Decides the open commands of the batch, up to one that cannot be decided in the same draft.
    private Draft<S> draft(Batch<Command<C>, CommandResult<S>> batch, int first) {
        Draft<S> draft = new Draft<>(stream, state, version, batch.size());
        Drafting<S, C, E> drafting =
                new Drafting<>(context, stream, batch, draft, keysAreLookedUp, this::isOutdated);
        boolean shares = true;
        for (int i = first; i < batch.size(); i = batch.nextOpen(i + 1)) {
            Command<C> command = batch.message(i);
            shares =
                    (shares || draft.isEmpty())
                            && context.decider().sharesAppend(command.content());
            boolean unread = assumed && !draft.hasEvents() && !command.begins();
            if (unread || (i > first && drafting.endsBefore(command, shares))) {
                break;
            }
            if (!drafting.decide(i)) {
                loaded = false;
                break;
            }
        }
        return draft;
    }

    /// Whether the stream has gone on, written by somebody else.
    private boolean isOutdated() {
        if (!fresh && context.isBeyond(stream, version)) {
            return true;
        }
        fresh = true;
        return false;
    }

    /// Gives the answers that the outcome of the append allows; what stays open is decided anew.
    private void settle(
            Batch<Command<C>, CommandResult<S>> batch, Draft<S> draft, AppendResult result) {
        if (result instanceof AppendResult.Appended) {
            state = draft.state();
            version = draft.version();
            loaded |= draft.hasEvents();
            lost = 0;
            for (Draft.Pending<S> pending : draft.pending()) {
                batch.put(pending.index(), pending.answer());
            }
            return;
        }
        loaded = false;
        lost++;
        keysAreLookedUp |= result instanceof AppendResult.Duplicate;
        for (Draft.Pending<S> pending : draft.pending()) {
            try {
                CommandResult<S> answer = notAppended(batch, draft, pending, result);
                if (answer != null) {
                    batch.answer(pending.index(), answer);
                }
            } catch (RuntimeException cause) { // the first answer cannot be read
                batch.fail(pending.index(), cause);
            }
        }
    }

    /// @return null when the command is to be decided anew
    private @Nullable CommandResult<S> notAppended(
            Batch<Command<C>, CommandResult<S>> batch,
            Draft<S> draft,
            Draft.Pending<S> pending,
            AppendResult result) {
        Command<C> command = batch.message(pending.index());
        boolean anew = lost < CONFLICT_ATTEMPTS_MAX;
        return switch (result) {
            case AppendResult.Conflict _ when anew -> null;
            case AppendResult.Conflict(long actual) -> {
                Long expected = command.expectedVersion();
                yield new CommandResult.VersionConflict<>(
                        expected == null ? draft.base() : expected, actual);
            }
            case AppendResult.Duplicate(var first) -> {
                CommandKey key = command.key();
                if (key != null && key.key().equals(first.key().key())) {
                    yield context.repeated(key, first);
                }
                yield anew
                        ? null
                        : new CommandResult.Unavailable<>(
                                "others write " + stream + " again and again", RETRY_AFTER_SECONDS);
            }
            case AppendResult.Unavailable(var reason) ->
                    new CommandResult.Unavailable<>(reason, RETRY_AFTER_SECONDS);
            case AppendResult.Unknown(var reason) when pending.recorded() ->
                    new CommandResult.Unknown<>(stream, reason);
            case AppendResult.Unknown(var reason) ->
                    new CommandResult.Unavailable<>(
                            "it rests on a command whose outcome is not known: " + reason,
                            RETRY_AFTER_SECONDS);
            case AppendResult.Appended _ ->
                    throw new IllegalStateException(
                            "an append that took place was taken for one that did not");
        };
    }
}
