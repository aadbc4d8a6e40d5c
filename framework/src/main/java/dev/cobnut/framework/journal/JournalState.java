package dev.cobnut.framework.journal;

/// The answer to "does the journal take appends?".
public sealed interface JournalState {

    record Writable() implements JournalState {}

    /// The journal accepts nothing; reads go on.
    ///
    /// @param reason one sentence for an operator
    /// @param lasting true when a restart is needed (a failed fsync, a corrupt file); false when
    ///   the journal recovers by itself (a full disk, once there is space again)
    record NotWritable(String reason, boolean lasting) implements JournalState {}
}
