package dev.cobnut.framework.handler;

/// How far a handler is, over all members.
///
/// @param position everything through it is handled or parked
/// @param behind number of events of the journal after the position, those of other categories
///   included
/// @param parked number of its parked streams
/// @param runsHere true when this member owns the handler's cursor
/// @param stalled true when it runs here, has events, and has not advanced for a while
public record HandlerStatus(
        String name, long position, long behind, long parked, boolean runsHere, boolean stalled) {}
