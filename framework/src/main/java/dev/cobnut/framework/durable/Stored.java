package dev.cobnut.framework.durable;

/// What became of a message for a durable actor.
public sealed interface Stored {

    /// It is on disk and will be handled.
    ///
    /// @param sequence its number, larger than that of every message before it; there are gaps
    record Kept(long sequence) implements Stored {}

    /// It is not stored, and can be told again later.
    ///
    /// @param reason one sentence for an operator
    record Refused(String reason) implements Stored {}

    /// The commit failed in a way that leaves open whether it is stored.
    ///
    /// @param reason one sentence for an operator
    record Unknown(String reason) implements Stored {}
}
