package dev.cobnut.framework.command;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamFold;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.snapshot.StreamSnapshots;
import dev.cobnut.runtime.entity.AskResult.Answered;
import dev.cobnut.runtime.entity.AskResult.Failed;
import dev.cobnut.runtime.entity.Batch;
import dev.cobnut.runtime.entity.BatchingEntity;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One stream while commands arrive for it. It keeps the state in memory and decides one command
/// after the other.
///
/// The state is a cache. When an append does not succeed, the state is dropped and folded again
/// from the stream.
///
/// ## Commands that wait together
///
/// They are decided one after the other, each on the state that the earlier ones leave ([Draft]).
/// One append records all of them or none. An answer that rests on events of the draft waits until
/// they are recorded. Any other answer is given at once.
///
/// A command gets the answer that it would get alone, with one exception. When the journal does not
/// take the append, or its outcome is unknown, this holds for every command of the draft.
///
/// A draft ends before a command that expects a later version, because the stream must be read
/// again. It also ends before a command that needs an append of its own ([Decider#sharesAppend]).
///
/// ## When other members append to the same stream
///
/// The journal decides which append wins. After a conflict the state is folded again and the
/// commands are decided again, a bounded number of times.
///
/// Some answers need no append: a refusal, a missing stream, a state that is already as requested.
/// They rest on the state alone. When the state is older than the command, the journal is first
/// asked for newer events.
final class Aggregate<S, C, E> implements BatchingEntity<Command<C>, CommandResult<S>> {

    /// Most appends of one command that may lose against other writers of the stream.
    private static final int CONFLICT_ATTEMPTS_MAX = 8;

    /// Hint to a client whose command was not taken, in seconds.
    private static final int RETRY_AFTER_SECONDS = 1;

    private final AggregateContext<S, C, E> context;
    private final StreamId stream;
    private boolean loaded;

    /// True when the state was read after the commands arrived.
    private boolean fresh;

    /// True when the stream is taken as empty without a read: the command begins it, with a fresh
    /// id.
    private boolean assumed;

    /// True when the copy of the stream in memory turned out to lag, for the commands that are
    /// being handled: it is read from the journal.
    private boolean staleCopy;

    private @Nullable S state;
    private long version;

    /// Of the event with this version in the journal; 0 while it is not known, because the state is
    /// that of a snapshot.
    private long position;

    /// True when the state is too large to be kept after the commands that are being handled.
    private boolean large;

    /// Events and bytes of payloads that are in the state and not in the stream's snapshot.
    private long eventsSinceSnapshot;

    private long bytesSinceSnapshot;

    /// Id of the last event that is in the state; null when the state is that of the snapshot.
    private @Nullable UUID lastEventId;

    /// Appends in a row that lost, for the commands that are being handled.
    private int lost;

    /// True when keys are looked up before a decision. It is set when the journal has reported a
    /// key as recorded.
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
        staleCopy = false;
        keysAreLookedUp = false;
        while (!batch.isAnswered()) {
            int first = batch.nextOpen(0);
            load(batch.message(first));
            Draft<S> draft = draft(batch, first);
            if (!draft.isEmpty()) {
                settle(batch, draft, context.append(draft.request()));
            }
        }
        takeSnapshotWhenDue();
        if (large) {
            takeNothing();
            large = false;
        }
    }

    /// A state that a large event led to is not kept between commands. What has come since the last
    /// snapshot decides when the next one is due.
    private void weigh(RecordedEvent event) {
        int bytes = event.payload().length();
        large |= bytes > context.keptBytesMax();
        eventsSinceSnapshot++;
        bytesSinceSnapshot += bytes;
        lastEventId = event.id();
        position = event.position();
    }

    private void takeSnapshotWhenDue() {
        StreamSnapshots<S> snapshots = context.snapshots();
        if (snapshots == null
                || state == null
                || lastEventId == null
                || !snapshots.isDueAfter(eventsSinceSnapshot, bytesSinceSnapshot)) {
            return;
        }
        snapshots.take(stream, new Versioned<>(state, version), lastEventId);
        forgetSinceSnapshot();
    }

    private void forgetSinceSnapshot() {
        eventsSinceSnapshot = 0;
        bytesSinceSnapshot = 0;
        lastEventId = null;
    }

    /// Brings the state into memory, unless it is there and can be the stream's. An expected
    /// version beyond it says that somebody else has appended. A stream that does not exist is not
    /// remembered.
    private void load(Command<C> command) {
        boolean outrun = loaded && command.expectsBeyond(version);
        assumed = false;
        if (loaded && !outrun) {
            fresh = false;
            return;
        }
        forgetSinceSnapshot();
        position = 0;
        if (command.begins() && !staleCopy) {
            assumed = true;
            fresh = true;
            takeNothing();
            return;
        }
        fresh = outrun || staleCopy;
        if (!fresh) {
            take(context.foldFromCopy(stream, this::weigh));
            fresh = command.expectsBeyond(version);
        }
        if (fresh) {
            forgetSinceSnapshot();
            position = 0;
            take(context.foldLatest(stream, Long.MAX_VALUE, this::weigh));
        }
    }

    private void take(StreamFold.Partial<S> folded) {
        state = folded.state();
        version = folded.version();
        loaded = version > 0;
    }

    private void takeNothing() {
        state = null;
        version = 0;
        loaded = false;
    }

    private long position() {
        if (position == 0) {
            position = context.position(stream, version);
        }
        return position;
    }

    /// Decides the open commands of the batch, up to the first that needs another draft.
    private Draft<S> draft(Batch<Command<C>, CommandResult<S>> batch, int first) {
        Draft<S> draft = new Draft<>(stream, state, version, batch.size());
        Drafting<S, C, E> drafting =
                new Drafting<>(
                        context,
                        stream,
                        batch,
                        draft,
                        keysAreLookedUp,
                        this::isOutdated,
                        this::position);
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

    /// True when another member has appended to the stream, or a failover has lost events of it.
    private boolean isOutdated() {
        if (!fresh && context.streams().hasChanged(stream, version)) {
            staleCopy = true;
            return true;
        }
        fresh = true;
        return false;
    }

    /// Gives the answers that follow from the outcome of the append. Commands without an answer
    /// stay open and are decided again.
    private void settle(
            Batch<Command<C>, CommandResult<S>> batch, Draft<S> draft, AppendResult result) {
        if (result instanceof AppendResult.Appended(_, var events)) {
            events.forEach(this::weigh);
            state = draft.state();
            version = draft.version();
            loaded |= draft.hasEvents();
            lost = 0;
            for (Draft.Pending<S> pending : draft.pending()) {
                batch.put(pending.index(), draft.answer(pending, events));
            }
            return;
        }
        loaded = false;
        staleCopy = true;
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

    /// @return null when the command is to be decided again
    private @Nullable CommandResult<S> notAppended(
            Batch<Command<C>, CommandResult<S>> batch,
            Draft<S> draft,
            Draft.Pending<S> pending,
            AppendResult result) {
        Command<C> command = batch.message(pending.index());
        boolean anew = lost < CONFLICT_ATTEMPTS_MAX;
        return switch (result) {
            case AppendResult.Conflict _ when anew -> null;
            case AppendResult.Conflict(_, long actual) -> {
                Long expected = command.expectedVersion();
                yield new CommandResult.VersionConflict<>(
                        expected == null ? draft.baseVersion() : expected, actual);
            }
            case AppendResult.Duplicate(var first) -> {
                CommandKey key = command.key();
                if (key != null && key.key().equals(first.key().key())) {
                    yield context.repeated(command, key, first);
                }
                yield anew
                        ? null
                        : new CommandResult.Unavailable<>(
                                "other writers append to " + stream + " all the time",
                                RETRY_AFTER_SECONDS);
            }
            case AppendResult.Unavailable(var reason) ->
                    new CommandResult.Unavailable<>(reason, RETRY_AFTER_SECONDS);
            case AppendResult.Unknown(var reason) when pending.recorded() ->
                    new CommandResult.Unknown<>(stream, reason);
            case AppendResult.Unknown(var reason) ->
                    new CommandResult.Unavailable<>(
                            "the answer depends on a command with an unknown outcome: " + reason,
                            RETRY_AFTER_SECONDS);
            case AppendResult.Appended _, AppendResult.ConditionFailed _ ->
                    throw new IllegalStateException(
                            "an append that succeeded is handled as one that failed, or one without a condition failed by it: "
                                    + result);
        };
    }
}
