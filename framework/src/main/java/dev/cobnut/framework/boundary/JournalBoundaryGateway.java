package dev.cobnut.framework.boundary;

import dev.cobnut.framework.boundary.BoundaryFold.Folded;
import dev.cobnut.framework.command.CommandAdmission;
import dev.cobnut.framework.command.Decision;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.EventMetadata;
import dev.cobnut.framework.event.EventQuery;
import dev.cobnut.framework.event.NewEvent;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.AppendCondition;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendRequest.StreamEvents;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.journal.JournalMark;
import dev.cobnut.framework.journal.RecordedCommand;
import dev.cobnut.framework.journal.Refusal;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The gateway of one [Boundary]. A command runs on the caller's thread.
///
/// It reads the journal for each decision, in pages. After it was overtaken, it reads only what has
/// come since, if the journal still has what it read before. Nothing is remembered between
/// commands.
public final class JournalBoundaryGateway<S, C, E> implements BoundaryGateway<S, C> {

    /// Most decisions about one command.
    public static final int ATTEMPTS_MAX = 8;

    /// Most commands of one gateway that are decided, or wait for their turn.
    public static final int COMMANDS_MAX = 1_024;

    private static final System.Logger LOG =
            System.getLogger(JournalBoundaryGateway.class.getName());

    private static final int RETRY_AFTER_SECONDS = 1;

    /// Another version of the service is needed.
    private static final int UNREADABLE_RETRY_AFTER_SECONDS = 30;

    private final Boundary<S, C, E> boundary;
    private final EventStore streams;
    private final Journal journal;
    private final TimeOrderedIds ids;
    private final InstantSource clock;
    private final CommandAdmission admission;
    private final Duration deadline;
    private final BiPredicate<StreamId, String> writes;
    private final BoundaryFold<S, C, E> folding;
    private final BoundaryTurns turns = new BoundaryTurns();
    private final Semaphore room = new Semaphore(COMMANDS_MAX);

    /// The stream under which refusals are recorded. It has no events.
    private final StreamId refusals;

    /// @param admission asked before each command
    /// @param deadline longest wait for an answer
    /// @param writes true when events of a type may go to a stream
    public JournalBoundaryGateway(
            Boundary<S, C, E> boundary,
            EventStore streams,
            Journal journal,
            TimeOrderedIds ids,
            InstantSource clock,
            CommandAdmission admission,
            Duration deadline,
            BiPredicate<StreamId, String> writes) {
        this.boundary = boundary;
        this.streams = streams;
        this.journal = journal;
        this.ids = ids;
        this.clock = clock;
        this.admission = admission;
        this.deadline = deadline;
        this.writes = writes;
        this.folding = new BoundaryFold<>(boundary, journal.tagged());
        this.refusals = StreamId.of(StreamId.requireCategory(boundary.name()), "refusals");
    }

    @Override
    public Versioned<S> state(C content) {
        Folded<S> folded = folding.latest(content, boundary.query(content), null, () -> false);
        if (folded == null) {
            throw new IllegalStateException("it is never too late");
        }
        return new Versioned<>(folded.state(), folded.version());
    }

    @Override
    @SuppressWarnings("unchecked") // a command is only read
    public BoundaryResult<S> send(BoundaryCommand<? extends C> command) {
        String unavailable = admission.unavailableReason();
        if (unavailable != null) {
            return unavailable(unavailable);
        }
        if (!room.tryAcquire()) {
            return unavailable(COMMANDS_MAX + " commands are being decided by " + boundary.name());
        }
        try {
            return inTurn((BoundaryCommand<C>) command);
        } catch (JournalException e) {
            return unavailable("the journal cannot be read: " + e.getMessage());
        } catch (UnreadableEventException e) {
            LOG.log(
                    Level.WARNING,
                    "a command for {0} was not taken: {1}",
                    boundary.name(),
                    e.getMessage());
            return new BoundaryResult.Unavailable<>(
                    "this version of the service cannot read an event of " + boundary.name(),
                    UNREADABLE_RETRY_AFTER_SECONDS);
        } finally {
            room.release();
        }
    }

    private BoundaryResult<S> inTurn(BoundaryCommand<C> command) {
        EventQuery query = boundary.query(command.content());
        long end = System.nanoTime() + deadline.toNanos();
        try (BoundaryTurns.Turn turn = turns.take(query, end)) {
            return turn == null
                    ? unavailable("others decided about the same events for " + deadline)
                    : decided(command, query, end);
        }
    }

    private BoundaryResult<S> decided(BoundaryCommand<C> command, EventQuery query, long end) {
        Folded<S> folded = null;
        for (int i = 0; i < ATTEMPTS_MAX; i++) {
            folded = folding.latest(command.content(), query, folded, isOver(end));
            if (folded == null) {
                return tooLate();
            }
            BoundaryResult<S> result = attempt(command, query, folded, end);
            if (result != null) {
                return result;
            }
        }
        return new BoundaryResult.Overtaken<>(ATTEMPTS_MAX);
    }

    /// @return null when an event came first
    private @Nullable BoundaryResult<S> attempt(
            BoundaryCommand<C> command, EventQuery query, Folded<S> folded, long end) {
        Long expected = command.expectedVersion();
        if (expected != null && expected != folded.version()) {
            BoundaryResult<S> first = firstAnswer(command, query, end);
            return first == null
                    ? new BoundaryResult.Outdated<>(expected, folded.version())
                    : first;
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Decision<StreamEvent<E>> decision = boundary.decide(folded.state(), command.content(), now);
        if (decision instanceof Decision.Accepted<StreamEvent<E>>(var decided)
                && !decided.isEmpty()) {
            return append(command, query, folded, decided, now, end);
        }
        BoundaryResult<S> first = firstAnswer(command, query, end);
        if (first != null) {
            return first;
        }
        CommandKey key = ownKey(command);
        return switch (decision) {
            case Decision.Accepted<StreamEvent<E>> _ ->
                    new BoundaryResult.Accepted<>(folded.state(), folded.version(), 0, false);
            case Decision.Missing<StreamEvent<E>> _ -> new BoundaryResult.Missing<>();
            case Decision.Refused<StreamEvent<E>>(var refusal) ->
                    key == null
                            ? new BoundaryResult.Refused<>(refusal, false)
                            : refuse(command, query, key, refusal, end);
        };
    }

    /// @return null when the command has no key, or none that is recorded
    private @Nullable BoundaryResult<S> firstAnswer(
            BoundaryCommand<C> command, EventQuery query, long end) {
        CommandKey key = ownKey(command);
        Optional<RecordedCommand> first =
                key == null ? Optional.empty() : journal.findCommand(key.key());
        return key == null || first.isEmpty()
                ? null
                : repeated(command, query, key, first.get(), end);
    }

    /// With the name of the boundary in the fingerprint: a key that was used for another boundary,
    /// or for a stream, was used for another command.
    private @Nullable CommandKey ownKey(BoundaryCommand<C> command) {
        CommandKey key = command.key();
        return key == null
                ? null
                : new CommandKey(key.key(), boundary.name() + " " + key.fingerprint());
    }

    private @Nullable BoundaryResult<S> append(
            BoundaryCommand<C> command,
            EventQuery query,
            Folded<S> folded,
            List<StreamEvent<E>> decided,
            Instant now,
            long end) {
        S state = folded.state();
        int lastFound = -1;
        EventMetadata metadata =
                new EventMetadata(
                        now, command.causation(), command.correlation(), command.traceparent());
        List<NewEvent> encoded = new ArrayList<>(decided.size());
        for (StreamEvent<E> one : decided) {
            NewEvent event = encoded(one, metadata);
            encoded.add(event);
            if (query.matches(event.type(), event.tags())) {
                lastFound = encoded.size() - 1;
                state = boundary.evolve(state, one.event());
            }
        }
        CommandKey key = ownKey(command);
        AppendRequest request =
                AppendRequest.across(
                        byStream(decided, encoded),
                        key,
                        new AppendCondition(query, folded.through()));
        return switch (appended(request, end)) {
            case AppendResult.Appended(_, var events) ->
                    new BoundaryResult.Accepted<>(
                            state,
                            lastFound < 0 ? folded.version() : events.get(lastFound).position(),
                            events.getLast().position(),
                            false);
            case AppendResult.ConditionFailed() -> null;
            case AppendResult.Conflict(var stream, long actual) ->
                    new BoundaryResult.VersionConflict<>(stream, actual);
            case AppendResult.Duplicate(var first) when key != null ->
                    repeated(command, query, key, first, end);
            case AppendResult.Duplicate _ -> throw noKey();
            case AppendResult.Unavailable(var reason) -> unavailable(reason);
            case AppendResult.Unknown(var reason) -> new BoundaryResult.Unknown<>(reason);
        };
    }

    private NewEvent encoded(StreamEvent<E> decided, EventMetadata metadata) {
        EventCodec<E> codec = boundary.codec();
        String type = codec.type(decided.event());
        if (!writes.test(decided.stream(), type)) {
            throw new IllegalStateException(
                    "the boundary %s must not write %s to %s: the category is neither one of its categories() nor that of a decider whose codec reads the type"
                            .formatted(boundary.name(), type, decided.stream()));
        }
        return new NewEvent(
                ids.next(),
                type,
                codec.schemaVersion(decided.event()),
                codec.encodeWithEvent(decided.event()),
                metadata,
                codec.tags(decided.event()));
    }

    /// Events that follow each other in one stream go together.
    private List<StreamEvents> byStream(List<StreamEvent<E>> decided, List<NewEvent> encoded) {
        List<StreamEvents> parts = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= decided.size(); i++) {
            boolean goesOn =
                    i < decided.size()
                            && decided.get(i).stream().equals(decided.get(first).stream())
                            && decided.get(i).expected() instanceof ExpectedVersion.Any;
            if (!goesOn) {
                parts.add(
                        new StreamEvents(
                                decided.get(first).stream(),
                                decided.get(first).expected(),
                                encoded.subList(first, i)));
                first = i;
            }
        }
        return parts;
    }

    /// Records a refusal, so that a repetition gets it, too.
    private BoundaryResult<S> refuse(
            BoundaryCommand<C> command,
            EventQuery query,
            CommandKey key,
            Refusal refusal,
            long end) {
        AppendRequest request =
                AppendRequest.ofAll(
                        refusals,
                        new ExpectedVersion.NoStream(),
                        List.of(AppendRequest.Part.ofRefusal(key, refusal)));
        return switch (appended(request, end)) {
            case AppendResult.Appended _ -> new BoundaryResult.Refused<>(refusal, false);
            case AppendResult.Duplicate(var first) -> repeated(command, query, key, first, end);
            case AppendResult.Unavailable(var reason) -> unavailable(reason);
            case AppendResult.Unknown(var reason) -> new BoundaryResult.Unknown<>(reason);
            case AppendResult.Conflict _, AppendResult.ConditionFailed _ ->
                    throw new IllegalStateException("a refusal has no condition");
        };
    }

    private AppendResult appended(AppendRequest request, long end) {
        AppendRequest queued = streams.appendAcross(request);
        try {
            return queued.result().get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return new AppendResult.Unknown(
                    "no answer within " + deadline + "; the command may still take effect");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new AppendResult.Unknown("the wait for the answer was interrupted");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a result never fails", e);
        }
    }

    /// The answer to a command whose key is recorded.
    private BoundaryResult<S> repeated(
            BoundaryCommand<C> command,
            EventQuery query,
            CommandKey key,
            RecordedCommand first,
            long end) {
        if (!first.key().equals(key)) {
            return new BoundaryResult.KeyReused<>(first.key().key(), first.stream());
        }
        Refusal refusal = first.refusal();
        if (refusal != null) {
            return new BoundaryResult.Refused<>(refusal, true);
        }
        List<RecordedEvent> last = journal.read(first.stream(), first.version() - 1, 1);
        if (last.isEmpty()) {
            throw new IllegalStateException(
                    "command "
                            + key.key()
                            + " is recorded, its event in "
                            + first.stream()
                            + " is not");
        }
        JournalMark then = JournalMark.at(last.getFirst());
        Folded<S> folded = folding.past(command.content(), query, then, isOver(end));
        return folded == null
                ? tooLate()
                : new BoundaryResult.Accepted<>(
                        folded.state(), folded.version(), then.position(), true);
    }

    private static BooleanSupplier isOver(long end) {
        return () -> System.nanoTime() - end > 0;
    }

    private BoundaryResult<S> tooLate() {
        return unavailable("reading the events took longer than " + deadline);
    }

    private static IllegalStateException noKey() {
        return new IllegalStateException("a command without a key is the repetition of no other");
    }

    private static <S> BoundaryResult<S> unavailable(String reason) {
        return new BoundaryResult.Unavailable<>(reason, RETRY_AFTER_SECONDS);
    }
}
