package dev.cobnut.framework.process;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.RecordedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Takes what a reaction wants to be done. The steps are done in their order after the reaction has
/// returned. Used by the thread of the reaction, while it runs.
///
/// A step has a name within its event: the simple name of its command's class, and `.2`, `.3` … for
/// further ones. The idempotency key of a command is `‹process›/‹event id›/‹step›`. So a repetition
/// is the same command, also after a deployment that adds other commands.
public final class Steps {

    private final RecordedEvent event;
    private final Map<String, Integer> named = new HashMap<>();
    private final Set<String> timers = new HashSet<>();
    private String within = "";
    private @Nullable List<Asked> collected;

    Steps(RecordedEvent event) {
        this.event = event;
    }

    /// The event with its id, stream, version, time and metadata.
    public RecordedEvent event() {
        return event;
    }

    /// Sends a command.
    ///
    /// @param id of the stream, without its category
    public <C> Step send(CommandGateway<?, C> to, String id, C command) {
        return add(new Step(path(command), to, to.stream(id), command));
    }

    /// Sends a command.
    public <C> Step send(CommandGateway<?, C> to, UUID id, C command) {
        return send(to, id.toString(), command);
    }

    /// Sends a command at a time, never before it. A time that has passed is due at once. A timer
    /// of the same name in the same instance is replaced.
    ///
    /// @param due counts in microseconds
    /// @param id of the stream, without its category
    public <C> TimerStep at(Instant due, CommandGateway<?, C> to, String id, C command) {
        return add(new TimerStep(path(command), to, to.stream(id), command, due));
    }

    /// Sends a command at a time, never before it.
    public <C> TimerStep at(Instant due, CommandGateway<?, C> to, UUID id, C command) {
        return at(due, to, id.toString(), command);
    }

    /// Sends a command when a time has passed since the event.
    public <C> TimerStep after(Duration time, CommandGateway<?, C> to, String id, C command) {
        return at(event.metadata().time().plus(time), to, id, command);
    }

    /// Sends a command when a time has passed since the event.
    public <C> TimerStep after(Duration time, CommandGateway<?, C> to, UUID id, C command) {
        return after(time, to, id.toString(), command);
    }

    /// Cancels a timer of the instance. Nothing happens when there is none, or it was due.
    ///
    /// A timer that an *earlier* event of the journal asks for is cancelled also when that event is
    /// handled later.
    ///
    /// @param timer its name
    public void cancel(String timer) {
        CancelStep _ = add(new CancelStep(TimerStep.requireName(timer)));
    }

    /// Cancels the timer with the name of a command's class.
    public void cancel(Class<?> command) {
        cancel(Step.kind(command));
    }

    private <S extends Asked> S add(S step) {
        List<Asked> open = collected;
        if (open == null) {
            throw new IllegalStateException(
                    "a step was added after the reaction to " + event.type() + " had returned");
        }
        open.add(step);
        return step;
    }

    private String path(Object command) {
        String path = within + Step.kind(command.getClass());
        int count = named.merge(path, 1, Integer::sum);
        return count == 1 ? path : path + "." + count;
    }

    /// What a reaction, or a compensation, asks for.
    ///
    /// @param below the names of its steps begin with it
    List<Asked> collect(String below, Runnable asking) {
        List<Asked> steps = new ArrayList<>();
        within = below;
        collected = steps;
        try {
            asking.run();
        } finally {
            collected = null;
        }
        for (Asked step : steps) {
            if (step instanceof TimerStep timer && !timers.add(timer.name())) {
                throw new IllegalStateException(
                        "two timers that the reaction to "
                                + event.type()
                                + " sets are named "
                                + timer.name()
                                + "; name one of them with named(…)");
            }
        }
        return steps;
    }
}
