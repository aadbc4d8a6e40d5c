package dev.cobnut.sink.kafka;

/// What became of a record.
sealed interface Sent {

    /// All in-sync replicas have it.
    record Acknowledged() implements Sent {}

    /// No record can be written to the topic now; the record is not the reason. It may have been
    /// written, when only its acknowledgement is missing.
    record NotThere(String reason) implements Sent {}

    /// The record would be refused again.
    record Refused(String reason, Throwable cause) implements Sent {}

    /// Anything else. It may have been written.
    record Failed(String reason, Throwable cause) implements Sent {}
}
