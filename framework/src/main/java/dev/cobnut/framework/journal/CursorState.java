package dev.cobnut.framework.journal;

/// How far a cursor is.
///
/// @param position everything through it is done or parked
/// @param parked number of its parked streams
public record CursorState(String cursor, long position, long parked) {}
