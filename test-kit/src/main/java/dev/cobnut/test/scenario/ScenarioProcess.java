package dev.cobnut.test.scenario;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.event.EventCodec;
import dev.cobnut.framework.event.Failures;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.handler.EventHandler;
import dev.cobnut.framework.process.PendingTimer;
import dev.cobnut.framework.process.Process;
import dev.cobnut.framework.process.RunningProcess;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The process of one run of a scenario. Used by one thread.
final class ScenarioProcess {

    private final HandlerSurroundings surroundings = new HandlerSurroundings();
    private final RunningProcess process;

    /// Number of the timers' events that were handled.
    private int timersHandled;

    ScenarioProcess(
            Function<HandlerSurroundings, Process> make,
            Map<String, ? extends EventCodec<?>> codecs) {
        this.process =
                new RunningProcess(
                        make.apply(surroundings),
                        codecs,
                        new Unseen(surroundings),
                        new ScenarioRecords(surroundings),
                        1);
    }

    private record Unseen(HandlerSurroundings surroundings) implements RunningProcess.Gateways {

        @Override
        public <S, C, E> CommandGateway<S, C> of(Decider<S, C, E> decider) {
            return surroundings.unseenGateway(decider);
        }
    }

    /// Handles an event twice, if the process has its category.
    <F> void handle(Decider<?, ?, F> decider, StreamId stream, Instant at, F event)
            throws Exception {
        surroundings.clockAt(at);
        RecordedEvent recorded = surroundings.record(decider, stream, event);
        EventHandler events = process.events();
        if (events.categories().contains(decider.category())) {
            twice(events, recorded);
        }
    }

    /// Sets the clock, and handles the timers that are due.
    void passTo(Instant time) throws Exception {
        surroundings.clockAt(time);
        Instant _ = process.dueTimers().fire(time);
        EventHandler timers = process.timers();
        List<RecordedEvent> due =
                surroundings.all().stream()
                        .filter(event -> timers.categories().contains(event.stream().category()))
                        .toList();
        for (RecordedEvent event : due.subList(timersHandled, due.size())) {
            twice(timers, event);
        }
        timersHandled = due.size();
    }

    private void twice(EventHandler handler, RecordedEvent event) throws Exception {
        int before = commands().size();
        handler.handle(event);
        List<Command<?>> first = new ArrayList<>(commands().subList(before, commands().size()));
        surroundings.keepCommands(before);
        handler.handle(event);
        List<Command<?>> second = List.copyOf(commands().subList(before, commands().size()));
        if (!first.equals(second)) {
            throw new AssertionError(
                    "the process asks for other commands when "
                            + event.type()
                            + " comes again: first "
                            + first
                            + ", then "
                            + second);
        }
    }

    /// @return why it failed; null when it did not
    @Nullable Throwable fails(ProcessScenario.Happening happening) {
        try {
            happening.in(this);
            return null;
        } catch (AssertionError e) {
            throw e; // an expectation of the test
        } catch (Throwable e) {
            Failures.rethrowFatal(e);
            return e;
        }
    }

    void forget() {
        surroundings.forget();
    }

    List<Command<?>> commands() {
        return surroundings.commands();
    }

    List<PendingTimer> timers() {
        return process.dueTimers().pending(1_000);
    }
}
