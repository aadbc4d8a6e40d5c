package dev.cobnut.framework.event;

/// A state, and the version of the stream that it is the fold of, or that of a boundary's state.
///
/// @param behind true when the stream has a later event that could not be applied
public record Versioned<S>(S state, long version, boolean behind) {

    /// The fold of a stream without an event that could not be applied.
    public Versioned(S state, long version) {
        this(state, version, false);
    }
}
