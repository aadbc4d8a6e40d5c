package dev.cobnut.framework.event;

/// A state, and the version of the stream that it is the fold of.
public record Versioned<S>(S state, long version) {}
