/// Messages on their way: how many a second, and how long until the answer.
@NullMarked
package dev.cobnut.benchmarks.jmh.flow;

import org.jspecify.annotations.NullMarked;
