package dev.cobnut.framework.process;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.CommandResult;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.handler.Handler;
import dev.cobnut.framework.handler.ParkStreamException;
import dev.cobnut.framework.handler.RetryLaterException;
import dev.cobnut.framework.handler.Start;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.Refusal;
import dev.cobnut.framework.process.TimerCommand.CancelTimer;
import dev.cobnut.framework.process.TimerCommand.SetTimer;
import dev.cobnut.framework.process.TimerEvent.TimerDue;
import dev.cobnut.framework.process.TimerEvent.TimerSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Does what the reactions of a process ask for: sends commands, and keeps its timers. Thread-safe.
///
/// - *Events.* [#events] reacts to an event. Commands are sent in the order of the steps. Then the
///   timers' stream decides, then the index follows: a row that is there before its timer would be
///   taken for a stale one.
/// - *Timers.* [#timers] handles what [DueTimers] records when a time has come. It reads the event
///   that had set the timer, asks the reaction again, and sends the command of that step.
/// - *Repetitions.* Commands have keys, and timers go by the position of their event. So whatever
///   is done again changes nothing.
public final class RunningProcess {

    private final Process process;
    private final Map<String, ? extends EventCodec<?>> codecs;
    private final TimerDecider decider;
    private final CommandGateway<Timers, TimerCommand> instances;
    private final ProcessRecords records;
    private final DueTimers dueTimers;
    private final Handler reader;

    /// Opens the gateway of a decider.
    public interface Gateways {
        <S, C, E> CommandGateway<S, C> of(Decider<S, C, E> decider);
    }

    /// @param codecs of the deciders, by category
    /// @param parallelMax most timers that become due at the same time; with 1, all happens on the
    ///   caller's thread
    public RunningProcess(
            Process process,
            Map<String, ? extends EventCodec<?>> codecs,
            Gateways gateways,
            ProcessRecords records,
            int parallelMax) {
        this.process = process;
        this.codecs = codecs;
        this.decider = new TimerDecider(process.name());
        this.instances = gateways.of(decider);
        this.records = records;
        this.dueTimers = new DueTimers(process.name(), instances, records, parallelMax);
        this.reader = process.reading(codecs);
    }

    /// Reacts to events.
    public EventHandler events() {
        return new EventsHandler(reader, this);
    }

    /// Sends the commands of timers that are due.
    public EventHandler timers() {
        return new TimerHandler(process.name() + "-timers", decider.category(), this);
    }

    private record EventsHandler(Handler reader, RunningProcess process) implements EventHandler {

        @Override
        public String name() {
            return reader.name();
        }

        @Override
        public Start start() {
            return reader.start();
        }

        @Override
        public Set<String> categories() {
            return reader.categories();
        }

        @Override
        public void handle(RecordedEvent event) throws Exception {
            process.react(event);
        }
    }

    private record TimerHandler(String name, String category, RunningProcess process)
            implements EventHandler {

        @Override
        public Set<String> categories() {
            return Set.of(category);
        }

        @Override
        public void handle(RecordedEvent event) throws Exception {
            if (process.decider.codec().decode(event) instanceof TimerDue due) {
                process.due(due, event);
            }
        }
    }

    /// Finds the timers whose time has come.
    public DueTimers dueTimers() {
        return dueTimers;
    }

    /// The steps of a stored event are named together, also when it is read as several events.
    private void react(RecordedEvent event) throws ParkStreamException, RetryLaterException {
        Steps steps = new Steps(event);
        for (Object content : reader.read(event)) {
            Process.On<?> on = reactionTo(content);
            Doing doing = new Doing(steps, on.instanceOf(content, event), event.id().toString());
            doing.all(steps.collect("", () -> on.handle(content, steps)));
        }
    }

    private void due(TimerDue due, RecordedEvent record)
            throws ParkStreamException, RetryLaterException {
        RecordedEvent event = records.event(new StreamId(due.stream()), due.version());
        if (event == null) {
            throw new ParkStreamException(
                    "the event that set the timer "
                            + due.timer()
                            + " is not in the journal: "
                            + due.stream()
                            + " has no version "
                            + due.version());
        }
        if (isRemoved(event)) {
            return;
        }
        Steps steps = new Steps(event);
        Doing doing = new Doing(steps, record.stream().id(), record.id().toString());
        List<Asked> asked = new ArrayList<>();
        for (Object content : reader.read(event)) {
            Process.On<?> on = reactionTo(content);
            asked.addAll(steps.collect("", () -> on.handle(content, steps)));
        }
        if (asked.isEmpty()) {
            throw unknown(due, event.type());
        }
        for (int slash = due.step().indexOf('/');
                slash >= 0;
                slash = due.step().indexOf('/', slash + 1)) {
            asked = doing.compensation(find(asked, due.step().substring(0, slash), due));
        }
        doing.send(find(asked, due.step(), due));
    }

    /// True when the domain has given up the event's type, and with it what would follow.
    private boolean isRemoved(RecordedEvent event) {
        EventCodec<?> codec = codecs.get(event.stream().category());
        return codec != null && codec.removed().contains(event.type());
    }

    /// @param content one that [Handler#read] has returned
    private Process.On<?> reactionTo(Object content) {
        return process.reactions().stream()
                .filter(on -> on.type().isInstance(content))
                .findFirst()
                .orElseThrow();
    }

    private Step find(List<Asked> asked, String path, TimerDue due) throws ParkStreamException {
        for (Asked one : asked) {
            if (one instanceof Step step && step.path().equals(path)) {
                return step;
            }
        }
        throw unknown(due, due.stream());
    }

    private ParkStreamException unknown(TimerDue due, String what) {
        return new ParkStreamException(
                "the process "
                        + process.name()
                        + " does not ask for the step "
                        + due.step()
                        + " of "
                        + what
                        + " any more, for which the timer "
                        + due.timer()
                        + " was set; bring the step back, then retry the stream");
    }

    /// The steps of one event, or of one timer that is due. They set timers of the instance, and
    /// their commands follow from the event that is the cause.
    private final class Doing {

        private final Steps steps;
        private final String instance;
        private final String cause;

        Doing(Steps steps, String instance, String cause) {
            this.steps = steps;
            this.instance = instance;
            this.cause = cause;
        }

        void all(List<Asked> asked) throws ParkStreamException, RetryLaterException {
            for (Asked one : asked) {
                switch (one) {
                    case TimerStep timer -> set(timer);
                    case CancelStep(var timer) -> cancel(timer);
                    case Step step -> send(step);
                }
            }
        }

        /// Sends a command, and does what is declared when it is refused.
        void send(Step step) throws ParkStreamException, RetryLaterException {
            Refusal no = answer(step);
            if (no != null) {
                all(compensating(step, no));
            }
        }

        /// What a command that was refused had led to; it is asked again under its key.
        List<Asked> compensation(Step step) throws ParkStreamException, RetryLaterException {
            Refusal no = answer(step);
            return no == null ? List.of() : compensating(step, no);
        }

        private List<Asked> compensating(Step step, Refusal no) throws ParkStreamException {
            Consumer<Refusal> compensation = step.compensation();
            if (compensation == null) {
                throw new ParkStreamException(
                        step.kind()
                                + " was refused by "
                                + step.stream()
                                + " ("
                                + no.code()
                                + ": "
                                + no.sentence()
                                + "), and the process "
                                + process.name()
                                + " does not say what happens then; declare whenRefused(…) or"
                                + " mayBeRefused(), then retry the stream");
            }
            return steps.collect(step.path() + "/", () -> compensation.accept(no));
        }

        private @Nullable Refusal answer(Step step) throws RetryLaterException {
            RecordedEvent event = steps.event();
            CommandKey key =
                    new CommandKey(
                            process.name() + "/" + event.id() + "/" + step.path(), step.kind());
            CommandResult<?> result =
                    step.send(
                            new Step.Origin(
                                    key,
                                    cause,
                                    event.metadata().correlation(),
                                    event.metadata().traceparent()));
            return switch (result) {
                case CommandResult.Accepted<?> _ -> null;
                case CommandResult.Refused<?> refused -> refused.refusal();
                case CommandResult.Missing<?> _ ->
                        records.refuse(
                                step.stream(),
                                key,
                                new Refusal(
                                        Step.MISSING, "There is no stream " + step.stream() + "."));
                default -> throw open(step.kind() + " to " + step.stream(), result);
            };
        }

        private void set(TimerStep step) throws ParkStreamException, RetryLaterException {
            RecordedEvent event = steps.event();
            TimerSet timer =
                    new TimerSet(
                            step.name(),
                            TimerRow.dueMicros(step.due()),
                            event.position(),
                            event.stream().value(),
                            event.version(),
                            step.path());
            index(step.name(), decide(new SetTimer(timer)));
        }

        private void cancel(String timer) throws ParkStreamException, RetryLaterException {
            index(timer, decide(new CancelTimer(timer, steps.event().position())));
        }

        private Timers decide(TimerCommand command)
                throws ParkStreamException, RetryLaterException {
            RecordedEvent event = steps.event();
            CommandResult<Timers> result =
                    instances.send(
                            Command.to(instances.stream(instance), command)
                                    .causedBy(cause)
                                    .correlatedBy(event.metadata().correlation())
                                    .tracedBy(event.metadata().traceparent()));
            return switch (result) {
                case CommandResult.Accepted<Timers> accepted -> accepted.state();
                case CommandResult.Refused<Timers> refused ->
                        throw new ParkStreamException(refused.refusal().sentence());
                default -> throw open(command.toString(), result);
            };
        }

        /// Brings the index to what the timers' stream has decided.
        private void index(String name, Timers timers) {
            Timers.Timer timer = timers.find(name);
            if (timer != null && (timer.pending() != null || timer.gone() != null)) {
                records.change(process.name(), items(timer.pending()), items(timer.gone()));
            }
        }

        private List<String> items(@Nullable TimerSet timer) {
            return timer == null ? List.of() : List.of(TimerRow.of(timer, instance).item());
        }
    }

    /// What to do about a command whose outcome is not known.
    private static RuntimeException open(String what, CommandResult<?> result)
            throws RetryLaterException {
        if (result instanceof CommandResult.Unavailable<?>(var reason, var seconds)) {
            throw new RetryLaterException(reason, Duration.ofSeconds(seconds));
        }
        return new IllegalStateException(what + " led to " + result);
    }
}
