package dev.cobnut.framework.durable;

/// Tells a durable actor that there is something in the journal, or that its pause is over.
enum Wake {
    LOOK,
    RETRY
}
