package dev.cobnut.framework.handler;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How far a handler is, over all members.
///
/// @param position everything through it is handled or parked
/// @param behind number of events of the journal after the position, those of other categories
///   included
/// @param parked number of its parked streams
/// @param runsHere true when this member owns the handler's cursor
/// @param stalled true when it runs here, has events, and has not advanced for a while
/// @param waiting why it waits; null when it runs elsewhere, or no stream was put off by a
///   [RetryLaterException]
public record HandlerStatus(
        String name,
        long position,
        long behind,
        long parked,
        boolean runsHere,
        boolean stalled,
        @Nullable Waiting waiting) {

    /// A pause that the handler asked for. When several streams wait, the one that was asked for
    /// last.
    ///
    /// @param left of the pause; zero while the event is tried again
    public record Waiting(String reason, Duration left) {}
}
