package dev.cobnut.loadtests.load;

import dev.cobnut.loadtests.measurement.Window;
import java.util.List;

/// One step of a sweep.
///
/// @param failures why it did not pass, a sentence each; empty when it did
public record SweepStep(
        double perSecond,
        Window.Load load,
        long pendingAtStart,
        long pendingAtEnd,
        List<String> failures) {}
