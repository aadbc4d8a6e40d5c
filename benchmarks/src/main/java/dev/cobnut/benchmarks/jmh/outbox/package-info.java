/// Benchmarks of the outbox: finding what is pending, and bringing an event into a map and out of
/// it.
@NullMarked
package dev.cobnut.benchmarks.jmh.outbox;

import org.jspecify.annotations.NullMarked;
