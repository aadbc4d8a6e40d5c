package dev.cobnut.framework.journal;

/// The version at which an append expects its stream.
public sealed interface ExpectedVersion {

    /// The stream must not exist yet.
    record NoStream() implements ExpectedVersion {}

    /// The stream's last version must be exactly this one.
    ///
    /// @param version from 1
    record Exactly(long version) implements ExpectedVersion {
        public Exactly {
            if (version < 1) {
                throw new IllegalArgumentException(
                        "an existing stream has version 1 or more, not " + version);
            }
        }
    }

    /// Any version; for streams with a single writer.
    record Any() implements ExpectedVersion {}

    /// @param version 0 for a stream that does not exist yet
    static ExpectedVersion of(long version) {
        return version == 0 ? new NoStream() : new Exactly(version);
    }
}
