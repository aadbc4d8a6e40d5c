/// Benchmarks of typical uses of actors, against threads that do the same work.
@NullMarked
package dev.cobnut.benchmarks.jmh.pattern;

import org.jspecify.annotations.NullMarked;
