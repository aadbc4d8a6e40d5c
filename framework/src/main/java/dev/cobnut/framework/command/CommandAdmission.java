package dev.cobnut.framework.command;

import org.jspecify.annotations.Nullable;

/// Is asked before a command is taken. Any thread, for every command: answer at once.
@FunctionalInterface
public interface CommandAdmission {

    /// Takes everything.
    CommandAdmission OPEN = () -> null;

    /// Why no command can be taken now, in one sentence; null when it can.
    @Nullable String refusal();
}
