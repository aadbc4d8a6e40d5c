package dev.cobnut.test.scenario;

import dev.cobnut.framework.command.Command;
import dev.cobnut.framework.process.PendingTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a process did in a [ProcessScenario]. Every expectation that holds returns the outcome;
/// every other one throws an [AssertionError] that says what was done instead.
///
/// @param <E> events of the stream
public final class ProcessOutcome<E> {

    private final ProcessScenario<E> after;
    private final String when;
    private final List<Command<?>> commands;
    private final List<PendingTimer> timers;
    private final @Nullable Throwable failure;

    ProcessOutcome(
            ProcessScenario<E> after,
            String when,
            List<Command<?>> commands,
            List<PendingTimer> timers,
            @Nullable Throwable failure) {
        this.after = after;
        this.when = when;
        this.commands = commands;
        this.timers = timers;
        this.failure = failure;
    }

    /// Expects that commands with these contents are sent, in this order.
    public ProcessOutcome<E> thenContents(Object... expected) {
        requireHandled();
        List<Object> sent = commands.stream().<Object>map(Command::content).toList();
        requireNone("other commands", Differences.of("content", List.of(expected), sent));
        return this;
    }

    /// Expects that these commands are sent, in this order, with all that belongs to them.
    public ProcessOutcome<E> thenCommands(Command<?>... expected) {
        requireHandled();
        requireNone("other commands", Differences.of("command", List.of(expected), commands));
        return this;
    }

    /// Expects that no command is sent.
    public ProcessOutcome<E> thenNoCommands() {
        return thenContents();
    }

    /// Expects that a timer of a name is pending until a time, in any instance.
    public ProcessOutcome<E> thenTimer(String name, Instant due) {
        requireHandled();
        if (timers.stream().noneMatch(one -> one.name().equals(name) && one.due().equals(due))) {
            throw failed("left no timer " + name + " that is due at " + due + ", but " + timers);
        }
        return this;
    }

    /// Expects that no timer is pending.
    public ProcessOutcome<E> thenNoTimers() {
        requireHandled();
        if (!timers.isEmpty()) {
            throw failed("left timers: " + timers);
        }
        return this;
    }

    /// Expects that the process fails, for example with a `ParkStreamException` for a refusal that
    /// is not declared.
    public ProcessOutcome<E> thenFails(Class<? extends Throwable> type) {
        if (!type.isInstance(failure)) {
            throw failed(
                    failure == null
                            ? "did not fail; expected " + type.getSimpleName()
                            : "failed with " + failure + "; expected " + type.getSimpleName());
        }
        return this;
    }

    /// Handles the next events of the stream.
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final ProcessOutcome<E> when(E... next) {
        return after.when(next);
    }

    /// Lets more time pass.
    public ProcessOutcome<E> whenPassed(Duration time) {
        return after.whenPassed(time);
    }

    /// The commands, also those before a failure.
    public List<Command<?>> commands() {
        return commands;
    }

    /// The pending timers, the one that is due first first.
    public List<PendingTimer> timers() {
        return timers;
    }

    private void requireHandled() {
        if (failure != null) {
            throw failed("failed: " + failure);
        }
    }

    private void requireNone(String what, List<Difference> differences) {
        if (!differences.isEmpty()) {
            throw failed("sent " + what + ":" + Differences.text(differences));
        }
    }

    private AssertionError failed(String what) {
        return new AssertionError(when + ", the process " + what, failure);
    }
}
