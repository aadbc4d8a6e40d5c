package dev.cobnut.framework.command;

import org.jspecify.annotations.Nullable;

/// Accepts or refuses commands before they are taken. It is called by any thread for every command,
/// so it must not block.
@FunctionalInterface
public interface CommandAdmission {

    /// Accepts every command.
    CommandAdmission OPEN = () -> null;

    /// One sentence that says why no command can be taken now; null when commands are taken.
    @Nullable String unavailableReason();
}
