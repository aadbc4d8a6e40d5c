package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.RecordedEvent;
import java.util.Set;

/// Does something for each committed event: sends a mail, calls another service, writes a table of
/// the application. Must be thread-safe: events of different streams are handled at the same time.
///
/// Events of a stream come in the order of their versions, each after the one before was handled.
/// An event comes at least once. It comes again after a crash, after a failure, and when another
/// member takes over; then later events of its stream come again, too. [ExactlyOnce] recognises
/// what was handled.
public interface EventHandler {

    /// Name of the handler's cursor: lower-case letters, digits and `-`. No other handler of the
    /// service has it. A handler with another name is a new one and begins at its [#start].
    String name();

    /// Where the handler begins when it is new. Asked only then.
    default Start start() {
        return Start.BEGINNING;
    }

    /// The categories of the streams whose events are handled. Asked once.
    Set<String> categories();

    /// Handles one event, on a virtual thread. When it returns, the event counts as handled.
    ///
    /// @throws Exception when the event cannot be handled now. It is tried again after a pause;
    ///   after several failures its stream is parked. An [Error] counts as the same failure. An
    ///   [InterruptedException] at the end of the process is none
    /// @throws RetryLaterException when nothing can be handled before a pause is over
    /// @throws ParkStreamException when another attempt would fail in the same way
    void handle(RecordedEvent event) throws Exception;
}
