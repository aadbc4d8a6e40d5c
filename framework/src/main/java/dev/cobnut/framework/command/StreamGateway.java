package dev.cobnut.framework.command;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamFold;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.event.TimeOrderedIds;
import dev.cobnut.framework.event.UnreadableEventException;
import dev.cobnut.framework.event.Versioned;
import dev.cobnut.framework.eventstore.EventStore;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.snapshot.Snapshots;
import dev.cobnut.framework.snapshot.StreamSnapshots;
import dev.cobnut.runtime.entity.AskResult;
import dev.cobnut.runtime.entity.CloseReport;
import dev.cobnut.runtime.entity.DispatchObserver;
import dev.cobnut.runtime.entity.DispatchSettings;
import dev.cobnut.runtime.entity.Entities;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The gateway of one [Decider]. Each stream has a mailbox and handles one command at a time.
///
/// A command usually runs on the caller's own thread (see [Entities#askAndWait]). The caller waits
/// for the journal anyway, and no hand-over between threads is needed. Commands that wait behind it
/// are decided together and recorded by one append ([Aggregate]).
public final class StreamGateway<S, C, E> implements CommandGateway<S, C>, AutoCloseable {

    private static final Logger LOG = System.getLogger(StreamGateway.class.getName());
    private static final int RETRY_AFTER_SECONDS = 1;
    private static final int HEAP_DIVISOR = 16;

    /// Another version of the service is needed: one that is being rolled out, or the one before.
    private static final int UNREADABLE_RETRY_AFTER_SECONDS = 30;

    private final String category;
    private final AggregateContext<S, C, E> context;
    private final Entities<StreamId, Command<C>, CommandResult<S>> aggregates;
    private final AppendDeadline appendDeadline;
    private final Duration deadline;
    private final Duration drainDeadline;
    private final CommandAdmission admission;

    /// @param decider its category has no `-`: see [StreamId#requireCategory]
    /// @param admission asked before each command
    /// @param deadline longest wait for an answer
    /// @param drainDeadline longest wait for waiting commands when the gateway is closed
    public StreamGateway(
            Decider<S, C, E> decider,
            EventStore streams,
            Journal journal,
            TimeOrderedIds ids,
            InstantSource clock,
            DispatchSettings dispatch,
            DispatchObserver observer,
            CommandAdmission admission,
            Duration deadline,
            Duration drainDeadline) {
        this.category = StreamId.requireCategory(decider.category());
        this.appendDeadline = new AppendDeadline(deadline);
        this.context =
                new AggregateContext<>(
                        decider,
                        streams,
                        journal,
                        ids,
                        clock,
                        appendDeadline,
                        keptBytesMax(dispatch.residentMax()),
                        snapshots(decider, journal));
        this.aggregates =
                new Entities<>(dispatch, stream -> new Aggregate<>(context, stream), observer);
        this.deadline = deadline;
        this.drainDeadline = drainDeadline;
        this.admission = admission;
        aggregates.start();
    }

    private static <S> @Nullable StreamSnapshots<S> snapshots(
            Decider<S, ?, ?> decider, Journal journal) {
        Snapshots<S> rule = decider.snapshots().orElse(null);
        return rule == null
                ? null
                : new StreamSnapshots<>(rule, journal.snapshots(), decider.category());
    }

    /// When every resident state is as large, all of them take one in [#HEAP_DIVISOR] bytes of the
    /// heap.
    private static int keptBytesMax(int residentMax) {
        long share = Runtime.getRuntime().maxMemory() / HEAP_DIVISOR;
        return Math.toIntExact(Math.clamp(share / residentMax, 1, Integer.MAX_VALUE));
    }

    /// The streams that have a mailbox or a state in memory, for metrics.
    public Entities<?, ?, ?> aggregates() {
        return aggregates;
    }

    /// @return null when the decider wants none
    public @Nullable StreamSnapshots<S> snapshots() {
        return context.snapshots();
    }

    @Override
    public StreamId stream(String id) {
        return StreamId.of(category, id);
    }

    @Override
    @SuppressWarnings("unchecked") // a command is only read
    public CommandResult<S> send(Command<? extends C> command) {
        requireOwn(command.stream());
        String unavailableReason = admission.unavailableReason();
        if (unavailableReason != null) {
            return new CommandResult.Unavailable<>(unavailableReason, RETRY_AFTER_SECONDS);
        }
        return switch (aggregates.askAndWait(command.stream(), (Command<C>) command, deadline)) {
            case AskResult.Answered<CommandResult<S>>(var result) -> result;
            case AskResult.Rejected<CommandResult<S>>(var reason) ->
                    new CommandResult.Unavailable<>(
                            switch (reason) {
                                case FULL -> "too many commands wait for " + command.stream();
                                case CLOSED -> "the service is shutting down";
                            },
                            RETRY_AFTER_SECONDS);
            case AskResult.TimedOut<CommandResult<S>> _ ->
                    new CommandResult.Unknown<>(
                            command.stream(),
                            "no answer within " + deadline + "; the command may still take effect");
            case AskResult.Failed<CommandResult<S>>(var cause)
                    when cause instanceof JournalException ->
                    new CommandResult.Unavailable<>(
                            "the stream cannot be read: " + cause.getMessage(),
                            RETRY_AFTER_SECONDS);
            case AskResult.Failed<CommandResult<S>>(UnreadableEventException cause) -> {
                LOG.log(
                        Level.WARNING,
                        "a command for {0} was not taken: {1}",
                        command.stream(),
                        cause.getMessage());
                yield new CommandResult.Unavailable<>(
                        "this version of the service cannot read an event of " + command.stream(),
                        UNREADABLE_RETRY_AFTER_SECONDS);
            }
            case AskResult.Failed<CommandResult<S>>(var cause) ->
                    throw new IllegalStateException(
                            "the command for " + command.stream() + " failed", cause);
        };
    }

    @Override
    public Optional<Versioned<S>> state(StreamId stream) {
        requireOwn(stream);
        return reached(stream, context.foldApplicableFromCopy(stream));
    }

    @Override
    public Optional<Versioned<S>> past(StreamId stream, Predicate<RecordedEvent> accepted) {
        requireOwn(stream);
        return reached(stream, context.foldPastFromCopy(stream, accepted));
    }

    private Optional<Versioned<S>> reached(StreamId stream, StreamFold.Partial<S> folded) {
        Throwable stoppedBy = folded.stoppedBy();
        Versioned<S> state = folded.reached();
        if (state == null && stoppedBy != null) {
            throw new UnreadableEventException(
                    "the event "
                            + (folded.version() + 1)
                            + " of "
                            + stream
                            + " cannot be applied, and there is no state before it: "
                            + stoppedBy.getMessage(),
                    stoppedBy);
        }
        return Optional.ofNullable(state);
    }

    @Override
    public List<RecordedEvent> events(StreamId stream, long afterVersion, int limit) {
        requireOwn(stream);
        return context.streams().read(stream, afterVersion, limit);
    }

    /// An event of this domain would make a stream of another domain unreadable for ever.
    private void requireOwn(StreamId stream) {
        if (!stream.isOf(category)) {
            throw new IllegalArgumentException(
                    stream + " is not a stream of the category " + category);
        }
    }

    /// Takes no more commands, answers the waiting ones, and logs what is left.
    @Override
    public void close() {
        CloseReport<StreamId> report = aggregates.close(drainDeadline);
        appendDeadline.close();
        StreamSnapshots<S> snapshots = context.snapshots();
        if (snapshots != null) {
            snapshots.close();
        }
        if (!report.isClean()) {
            LOG.log(
                    Level.WARNING,
                    "The shutdown refused waiting commands of these streams: {0}",
                    report);
        }
    }
}
