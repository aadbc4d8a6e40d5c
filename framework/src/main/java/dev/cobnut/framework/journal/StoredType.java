package dev.cobnut.framework.journal;

/// The name of an event type that streams of a category have.
public record StoredType(String category, String type) {}
