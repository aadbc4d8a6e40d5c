package dev.cobnut.framework.journal;

/// That this member owns a cursor.
///
/// @param token grows with every claim of the cursor
/// @param position everything through it is done or parked
public record CursorClaim(String cursor, long token, long position) {}
