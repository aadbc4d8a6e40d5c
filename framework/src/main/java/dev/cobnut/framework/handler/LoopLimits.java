package dev.cobnut.framework.handler;

import java.lang.System.Logger.Level;
import java.time.Duration;

/// Limits of a handler's loop that are no settings.
///
/// @param term how long no other member takes a cursor whose owner is silent; a third of it is the
///   time between two commits of an idle handler
/// @param heldBytesMax bytes of events in memory from which on no further page is read
/// @param failures level at which failed events are logged
/// @param full level at which it is logged that no further stream may be parked
/// @param handover level at which it is logged that another owner goes on
record LoopLimits(Duration term, long heldBytesMax, Level failures, Level full, Level handover) {

    /// One of the few handlers that are beans.
    static final LoopLimits OF_A_BEAN =
            new LoopLimits(
                    Duration.ofSeconds(15),
                    8L * 1_024 * 1_024,
                    Level.WARNING,
                    Level.ERROR,
                    Level.INFO);

    /// One of many handlers that come and go. Whoever asked for it looks at its failures; a
    /// stranger must not fill the log.
    static final LoopLimits OF_MANY =
            new LoopLimits(
                    Duration.ofSeconds(60), 512L * 1_024, Level.DEBUG, Level.DEBUG, Level.DEBUG);
}
