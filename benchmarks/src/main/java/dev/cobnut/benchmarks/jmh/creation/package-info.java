/// Benchmarks of the creation, the first message and the end of actors.
@NullMarked
package dev.cobnut.benchmarks.jmh.creation;

import org.jspecify.annotations.NullMarked;
