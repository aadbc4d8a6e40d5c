package dev.cobnut.framework.process;

/// What happened to the timers of an instance. The events are stored for ever: names and components
/// stay. `position` is that of the event that was reacted to; the later one of two wins.
sealed interface TimerEvent {

    String timer();

    /// @param timer its name within the instance
    /// @param dueMicros microseconds since 1970-01-01T00:00Z
    /// @param position of the event that asked for it
    /// @param stream of that event
    /// @param version of that event
    /// @param step name of the step within the reactions to that event
    record TimerSet(
            String timer, long dueMicros, long position, String stream, long version, String step)
            implements TimerEvent {}

    /// @param position of the event that asked for it
    record TimerCancelled(String timer, long position) implements TimerEvent {}

    /// The time has come; the command of the step is sent for this event.
    ///
    /// @param stream of the event that had asked for the timer
    /// @param version of that event
    record TimerDue(String timer, String stream, long version, String step) implements TimerEvent {}
}
