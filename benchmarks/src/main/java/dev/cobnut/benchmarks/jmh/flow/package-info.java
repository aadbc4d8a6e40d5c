/// Benchmarks of the hand-over of messages: throughput, and latency of answers.
@NullMarked
package dev.cobnut.benchmarks.jmh.flow;

import org.jspecify.annotations.NullMarked;
