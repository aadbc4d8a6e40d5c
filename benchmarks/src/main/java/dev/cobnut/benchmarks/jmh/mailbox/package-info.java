/// Benchmarks of the queue alone, without a handler.
@NullMarked
package dev.cobnut.benchmarks.jmh.mailbox;

import org.jspecify.annotations.NullMarked;
