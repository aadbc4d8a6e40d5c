package dev.cobnut.framework.boundary;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.ExpectedVersion;

/// An event of a decision and the stream that it goes to.
///
/// @param expected the version before it; any version, unless the decision says more. Only the
///   first event of a stream may expect one
public record StreamEvent<E>(StreamId stream, ExpectedVersion expected, E event) {

    /// An event at the end of a stream, whatever its version is: the query guards the decision.
    public static <E> StreamEvent<E> to(StreamId stream, E event) {
        return new StreamEvent<>(stream, new ExpectedVersion.Any(), event);
    }

    /// The same event, if the stream is at a version.
    ///
    /// @param version 0 for a stream that does not exist
    public StreamEvent<E> expecting(long version) {
        return new StreamEvent<>(stream, ExpectedVersion.of(version), event);
    }
}
