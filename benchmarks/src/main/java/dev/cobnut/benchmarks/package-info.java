/// Measurements of the running service. Each benchmark is one class, which states its question, its
/// ceiling and its machine, and returns a record. [Benchmarks] prints the record as JSON, with the
/// circumstances of the measurement.
@NullMarked
package dev.cobnut.benchmarks;

import org.jspecify.annotations.NullMarked;
