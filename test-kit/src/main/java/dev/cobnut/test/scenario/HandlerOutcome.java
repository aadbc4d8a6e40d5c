package dev.cobnut.test.scenario;

import dev.cobnut.framework.command.Command;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a handler did for the events of a [HandlerScenario]. Every expectation that holds returns
/// the outcome; every other one throws an [AssertionError] that says what was done instead.
///
/// @param <E> events of the stream
public final class HandlerOutcome<E> {

    private final HandlerScenario<E> before;
    private final List<E> events;
    private final int times;
    private final String handler;
    private final List<Object> effects;
    private final List<Command<?>> commands;
    private final @Nullable Throwable failure;

    HandlerOutcome(
            HandlerScenario<E> before,
            List<E> events,
            int times,
            String handler,
            List<Object> effects,
            List<Command<?>> commands,
            @Nullable Throwable failure) {
        this.before = before;
        this.events = events;
        this.times = times;
        this.handler = handler;
        this.effects = effects;
        this.commands = commands;
        this.failure = failure;
    }

    /// Expects that the events are handled with these effects, in this order.
    public HandlerOutcome<E> thenEffects(Object... expected) {
        requireHandled();
        requireNone("other effects", Differences.of("effect", List.of(expected), effects));
        return this;
    }

    /// Expects that the events are handled without an effect.
    public HandlerOutcome<E> thenNoEffects() {
        return thenEffects();
    }

    /// Expects that the events are handled and these commands are sent, in this order.
    public HandlerOutcome<E> thenCommands(Command<?>... expected) {
        requireHandled();
        requireNone("other commands", Differences.of("command", List.of(expected), commands));
        return this;
    }

    /// Expects that the events are handled and commands with these contents are sent, in this
    /// order. For a handler that derives keys or streams from what a test need not repeat.
    public HandlerOutcome<E> thenContents(Object... expected) {
        requireHandled();
        List<Object> sent = commands.stream().<Object>map(Command::content).toList();
        requireNone("other commands", Differences.of("content", List.of(expected), sent));
        return this;
    }

    /// Expects that the events are handled without a command.
    public HandlerOutcome<E> thenNoCommands() {
        return thenCommands();
    }

    /// Expects that the handler throws. A service tries the event again then, or does what
    /// `RetryLaterException` and `ParkStreamException` say.
    public HandlerOutcome<E> thenFails(Class<? extends Throwable> type) {
        if (!type.isInstance(failure())) {
            throw failed("failed with " + failure + "; expected " + type.getSimpleName(), failure);
        }
        return this;
    }

    /// Handles the same events once more with the same handler, as after a crash or a failure. The
    /// outcome is that of the last time.
    public HandlerOutcome<E> again() {
        return before.run(events, times + 1);
    }

    /// Handles the next events of the stream.
    ///
    /// @throws AssertionError as [HandlerScenario#when] does
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final HandlerOutcome<E> when(E... next) {
        return before.after(events).when(next);
    }

    /// The effects, also those before a failure.
    public List<Object> effects() {
        return effects;
    }

    /// The commands, also those before a failure.
    public List<Command<?>> commands() {
        return commands;
    }

    /// What the handler threw.
    ///
    /// @throws AssertionError when the events were handled
    public Throwable failure() {
        if (failure == null) {
            throw failed("handled the events; expected a failure", null);
        }
        return failure;
    }

    private void requireHandled() {
        if (failure != null) {
            throw failed("failed: " + failure, failure);
        }
    }

    private void requireNone(String what, List<Difference> differences) {
        if (!differences.isEmpty()) {
            throw failed("led to " + what + ":" + Differences.text(differences), null);
        }
    }

    private AssertionError failed(String what, @Nullable Throwable cause) {
        String named = events.stream().map(Differences::typeOf).collect(Collectors.joining(", "));
        return new AssertionError(
                "for "
                        + (named.isEmpty() ? "no event" : named)
                        + ", the handler "
                        + handler
                        + " "
                        + what,
                cause);
    }
}
