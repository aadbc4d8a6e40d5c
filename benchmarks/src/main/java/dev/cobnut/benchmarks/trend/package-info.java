/// Finds and draws changes of benchmarks over the recorded runs: `./cobnut bench history`.
/// [dev.cobnut.benchmarks.statistics.EDivisive] finds the change points.
@NullMarked
package dev.cobnut.benchmarks.trend;

import org.jspecify.annotations.NullMarked;
