package dev.cobnut.framework.journal;

/// Whether the journal takes appends.
public sealed interface JournalState {

    record Writable() implements JournalState {}

    /// Nothing is accepted, reads go on.
    ///
    /// @param reason one sentence for an operator
    /// @param lasting true when only a restart helps (a failed fsync, a corrupt file), false when
    ///   the journal comes back by itself (a full disk that was given space)
    record NotWritable(String reason, boolean lasting) implements JournalState {}
}
