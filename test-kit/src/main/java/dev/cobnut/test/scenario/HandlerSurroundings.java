package dev.cobnut.test.scenario;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.command.Decider;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What surrounds the handler of a [HandlerScenario] or the process of a [ProcessScenario]: a
/// clock, a place for its effects, and gateways that take its commands. Each run of a scenario has
/// its own. Used by one thread.
public final class HandlerSurroundings {

    private final Map<StreamId, List<RecordedEvent>> streams = new HashMap<>();
    private final List<Object> effects = new ArrayList<>();
    private final List<Command<?>> commands = new ArrayList<>();
    private Instant now = DomainScenario.NOW;
    private long positions;

    HandlerSurroundings() {}

    /// The clock of the service. It stands at the time of the event that is handled, which
    /// [HandlerScenario#at] sets.
    public InstantSource clock() {
        return () -> now;
    }

    /// Notes an effect: a mail, a call, a row. A test hands it to the handler in place of what
    /// sends the mail.
    ///
    /// @param effect has `equals`, as records and texts do
    public void capture(Object effect) {
        effects.add(effect);
    }

    /// A gateway that notes the commands and really decides them. Its streams begin with the events
    /// of the scenario. Its answers are those of a service with one thread: it is never
    /// `Unavailable` or `Unknown`.
    ///
    /// @param decider of the commands' streams
    public <S, C, E> CommandGateway<S, C> gateway(Decider<S, C, E> decider) {
        return new CapturedGateway<>(decider, this, true);
    }

    /// A gateway whose commands are no outcome of the scenario.
    <S, C, E> CommandGateway<S, C> unseenGateway(Decider<S, C, E> decider) {
        return new CapturedGateway<>(decider, this, false);
    }

    List<RecordedEvent> events(StreamId stream) {
        return streams.getOrDefault(stream, List.of());
    }

    Instant now() {
        return now;
    }

    void clockAt(Instant time) {
        now = time;
    }

    /// Records an event now, with the next version of its stream.
    <E> RecordedEvent record(Decider<?, ?, E> decider, StreamId stream, E event) {
        List<RecordedEvent> before = streams.computeIfAbsent(stream, _ -> new ArrayList<>());
        positions++;
        RecordedEvent recorded =
                new StoredForm<>(decider.codec(), now, positions)
                        .write(event)
                        .recorded(stream, before.size() + 1, positions);
        before.add(recorded);
        return recorded;
    }

    void noteCommand(Command<?> command) {
        commands.add(command);
    }

    /// All recorded events, in order.
    List<RecordedEvent> all() {
        return streams.values().stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(RecordedEvent::position))
                .toList();
    }

    /// Forgets the commands behind the first ones.
    void keepCommands(int first) {
        commands.subList(first, commands.size()).clear();
    }

    void forget() {
        effects.clear();
        commands.clear();
    }

    List<Object> effects() {
        return List.copyOf(effects);
    }

    List<Command<?>> commands() {
        return List.copyOf(commands);
    }
}
