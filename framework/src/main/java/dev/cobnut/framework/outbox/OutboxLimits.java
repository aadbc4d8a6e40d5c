package dev.cobnut.framework.outbox;

/// Limits of the outbox in memory, for one member. Events above the limits wait in the journal.
///
/// @param entriesMax most pending entries in the map
/// @param parkedMax most parked entries with room of their own; more of them take room from the
///   pending ones
/// @param refillMax most events that one step of a refill reads from the journal
public record OutboxLimits(int entriesMax, int parkedMax, int refillMax) {}
