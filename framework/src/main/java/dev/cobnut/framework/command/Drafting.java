package dev.cobnut.framework.command;

import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.runtime.entity.AskResult.Answered;
import dev.cobnut.runtime.entity.AskResult.Failed;
import dev.cobnut.runtime.entity.AskResult.Handled;
import dev.cobnut.runtime.entity.Batch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Decides the commands of a batch, one after the other, into a [Draft]. A command is answered at
/// once, or its answer waits in the draft, or it cannot be decided on this state.
final class Drafting<S, C, E> {

    private final AggregateContext<S, C, E> context;
    private final StreamId stream;
    private final Batch<Command<C>, CommandResult<S>> batch;
    private final Draft<S> draft;
    private final boolean keysAreLookedUp;
    private final BooleanSupplier isOutdated;
    private final LongSupplier basePosition;

    /// @param keysAreLookedUp true to look keys up before a decision, instead of leaving it to the
    ///   append
    /// @param isOutdated true when the stream has another version than the state before the draft
    /// @param basePosition of the last event that is in the state before the draft
    Drafting(
            AggregateContext<S, C, E> context,
            StreamId stream,
            Batch<Command<C>, CommandResult<S>> batch,
            Draft<S> draft,
            boolean keysAreLookedUp,
            BooleanSupplier isOutdated,
            LongSupplier basePosition) {
        this.context = context;
        this.stream = stream;
        this.batch = batch;
        this.draft = draft;
        this.keysAreLookedUp = keysAreLookedUp;
        this.isOutdated = isOutdated;
        this.basePosition = basePosition;
    }

    /// True when the next command needs another draft. Not for the first command.
    ///
    /// @param shares true when the command and those of the draft may share an append
    boolean endsBefore(Command<C> command, boolean shares) {
        return draft.isFull()
                || (!shares && !draft.isEmpty())
                || command.expectsBeyond(draft.version());
    }

    /// @param i index in the batch
    /// @return false when the stream has newer events than the state; nothing was decided then
    boolean decide(int i) {
        Command<C> command = batch.message(i);
        try {
            CommandResult<S> repetition = draft.repetition(command.key());
            if (repetition != null) {
                draft.answerAfterAppend(i, new Answered<>(repetition), true);
                return true;
            }
            Long expected = command.expectedVersion();
            if (expected != null && expected != draft.version() && draft.state() != null) {
                return conflict(i, expected);
            }
            Instant now = context.now();
            Decision<E> decision = context.decider().decide(draft.state(), command.content(), now);
            if (decision instanceof Decision.Accepted<E>(var events) && !events.isEmpty()) {
                if (expected != null && expected != draft.version()) {
                    return conflict(i, expected);
                }
                if (!keysAreLookedUp || !isAnsweredByItsKey(i)) {
                    append(i, events, now);
                }
                return true;
            }
            if (!draft.hasEvents() && isOutdated.getAsBoolean()) {
                return false;
            }
            if (!isAnsweredByItsKey(i)) {
                answerWithoutEvents(i, decision);
            }
        } catch (Throwable cause) { // only this command fails
            put(i, new Failed<>(cause));
        }
        return true;
    }

    /// Answers the repetition of a recorded command.
    ///
    /// @return false when its key is not recorded
    private boolean isAnsweredByItsKey(int i) {
        CommandResult<S> first = context.firstAnswer(batch.message(i));
        if (first != null) {
            batch.answer(i, first);
        }
        return first != null;
    }

    /// The stream has another version than the expected one; 0 when it does not exist.
    ///
    /// @return false when the stream has newer events than the state
    private boolean conflict(int i, long expected) {
        if (!draft.hasEvents() && isOutdated.getAsBoolean()) {
            return false;
        }
        if (!isAnsweredByItsKey(i)) {
            answer(i, new CommandResult.VersionConflict<>(expected, draft.version()));
        }
        return true;
    }

    private void append(int i, List<E> events, Instant now) {
        Command<C> command = batch.message(i);
        EventMetadata metadata =
                new EventMetadata(
                        now, command.causation(), command.correlation(), command.traceparent());
        List<NewEvent> decided = new ArrayList<>(events.size());
        S next = draft.state();
        for (E event : events) {
            next = context.decider().evolve(next, event);
            decided.add(context.encode(event, metadata));
        }
        draft.accept(
                i, AppendRequest.Part.of(decided, command.key()), Objects.requireNonNull(next));
    }

    private void answerWithoutEvents(int i, Decision<E> decision) {
        switch (decision) {
            case Decision.Refused<E>(var refusal) -> {
                CommandKey key = batch.message(i).key();
                CommandResult.Refused<S> refused =
                        new CommandResult.Refused<>(refusal, draft.version(), false);
                if (key == null) {
                    answer(i, refused);
                } else {
                    // A repetition gets the same refusal, even if the rule would allow it by then.
                    draft.refuse(i, AppendRequest.Part.ofRefusal(key, refusal), refused);
                }
            }
            case Decision.Missing<E> _ -> answer(i, new CommandResult.Missing<>());
            case Decision.Accepted<E> _ -> {
                S current = draft.state();
                answer(i, current == null ? new CommandResult.Missing<>() : unchanged(current));
            }
        }
    }

    private CommandResult<S> unchanged(S current) {
        long position = draft.hasEvents() ? Draft.NO_POSITION : basePosition.getAsLong();
        return new CommandResult.Accepted<>(stream, current, draft.version(), position, false);
    }

    private void answer(int i, CommandResult<S> answer) {
        put(i, new Answered<>(answer));
    }

    /// An answer that depends on events of the draft waits until they are recorded.
    private void put(int i, Handled<CommandResult<S>> answer) {
        if (draft.hasEvents()) {
            draft.answerAfterAppend(i, answer, false);
        } else {
            batch.put(i, answer);
        }
    }
}
