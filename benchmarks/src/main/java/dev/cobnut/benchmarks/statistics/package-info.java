/// The arithmetic of benchmarks, beside that of the lab.
///
/// ```text
/// GeometricMean     ratios and their interval
/// Spread            the median and its interval, by bootstrap
/// Medians           medians of a few values
/// Percentiles       of latencies, in milliseconds
/// TypicalVariance   the typical variance of many quantities
/// EDivisive         change points of a series
/// ```
@NullMarked
package dev.cobnut.benchmarks.statistics;

import org.jspecify.annotations.NullMarked;
