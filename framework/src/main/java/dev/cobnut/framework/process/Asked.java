package dev.cobnut.framework.process;

/// One thing that a reaction asks for.
sealed interface Asked permits Step, CancelStep {}
