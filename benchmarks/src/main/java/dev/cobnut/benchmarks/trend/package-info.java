/// What a benchmark's figures did over the recorded runs: `./cobnut bench history`. Change points
/// by [dev.cobnut.lab.statistics.EDivisive], and a picture.
@NullMarked
package dev.cobnut.benchmarks.trend;

import org.jspecify.annotations.NullMarked;
