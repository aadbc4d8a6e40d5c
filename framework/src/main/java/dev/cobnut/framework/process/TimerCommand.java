package dev.cobnut.framework.process;

import dev.cobnut.framework.process.TimerEvent.TimerSet;

/// What is asked of the timers of an instance. Each may be asked again.
sealed interface TimerCommand {

    record SetTimer(TimerSet timer) implements TimerCommand {}

    /// @param position of the event that asked for it
    record CancelTimer(String timer, long position) implements TimerCommand {}

    /// The time of a timer has come.
    ///
    /// @param position of the event that set it
    record FireTimer(String timer, long position) implements TimerCommand {}
}
