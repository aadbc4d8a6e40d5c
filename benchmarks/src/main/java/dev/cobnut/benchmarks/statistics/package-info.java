/// What repeated measurements say together.
@NullMarked
package dev.cobnut.benchmarks.statistics;

import org.jspecify.annotations.NullMarked;
