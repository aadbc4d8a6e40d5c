package dev.cobnut.lab.compare;

/// The unit of a row's values.
public enum Unit {
    /// Nanoseconds per operation.
    NANOS_PER_OPERATION,
    /// Bytes per operation.
    BYTES_PER_OPERATION,
    /// Milliseconds.
    MILLIS,
    /// Events per second.
    PER_SECOND,
    /// Seconds per second: a fraction of the window.
    FRACTION
}
