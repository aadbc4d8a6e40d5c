package dev.cobnut.framework.outbox;

/// How much of the outbox one member keeps in memory. What is beyond waits in the journal.
///
/// @param entriesMax most pending entries in the map
/// @param parkedMax most parked entries that have room beside those; beyond it they take the room
///   of pending ones
/// @param refillMax most events that one step of a refill reads from the journal
public record OutboxLimits(int entriesMax, int parkedMax, int refillMax) {}
