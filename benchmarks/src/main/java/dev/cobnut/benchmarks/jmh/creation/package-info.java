/// What an actor costs before and after its work.
@NullMarked
package dev.cobnut.benchmarks.jmh.creation;

import org.jspecify.annotations.NullMarked;
