/// Measurements of the running service. Each benchmark is one class that states its question, its
/// ceiling and its machine, and yields a record; [Benchmarks] prints it as JSON inside an envelope
/// that says where and of what it was taken.
@NullMarked
package dev.cobnut.benchmarks;

import org.jspecify.annotations.NullMarked;
