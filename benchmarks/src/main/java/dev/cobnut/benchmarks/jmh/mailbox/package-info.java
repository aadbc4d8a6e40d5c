/// The queue alone, without anybody who would run a handler.
@NullMarked
package dev.cobnut.benchmarks.jmh.mailbox;

import org.jspecify.annotations.NullMarked;
