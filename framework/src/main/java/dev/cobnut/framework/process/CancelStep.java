package dev.cobnut.framework.process;

/// Cancels a timer of the instance.
record CancelStep(String timer) implements Asked {}
