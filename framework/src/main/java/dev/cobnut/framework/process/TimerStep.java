package dev.cobnut.framework.process;

import dev.cobnut.framework.command.CommandGateway;
import dev.cobnut.framework.event.StreamId;
import java.time.Instant;
import java.util.regex.Pattern;

/// A command that a reaction wants to be sent at a time. Its name within the instance is the simple
/// name of the command's class.
public final class TimerStep extends Step {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,49}");

    private final Instant due;
    private String name;

    <C> TimerStep(String path, CommandGateway<?, C> to, StreamId stream, C command, Instant due) {
        super(path, to, stream, command);
        this.due = due;
        this.name = kind();
    }

    /// Gives the timer another name, by which it is replaced and cancelled.
    ///
    /// @throws IllegalArgumentException when it does not begin with a letter, or has anything but
    ///   at most 50 letters, digits, `-` and `_`
    public Step named(String timer) {
        name = requireName(timer);
        return this;
    }

    static String requireName(String timer) {
        if (!NAME.matcher(timer).matches()) {
            throw new IllegalArgumentException(
                    "a timer is named '"
                            + timer
                            + "'; a name begins with a letter and has at most 50 letters, digits, - and _");
        }
        return timer;
    }

    String name() {
        return name;
    }

    Instant due() {
        return due;
    }
}
