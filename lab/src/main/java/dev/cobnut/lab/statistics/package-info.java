/// The arithmetic of measurements: functions of values, which know no session and no benchmark.
/// Distributions, means, variances, medians and rank tests are those of Apache Commons Statistics.
///
/// ```text
/// Welch             two means: test, intervals, the difference that can be found
/// TypicalVariance   what many quantities say together about the variance of one
/// Correction        p values of many tests at once
/// SelfDifferences   how far halves of the same runs differ
/// GeometricMean     ratios and their interval
/// Spread            the median and its interval, by bootstrap
/// Medians           medians and ranks
/// EDivisive         change points of a series
/// ```
@NullMarked
package dev.cobnut.lab.statistics;

import org.jspecify.annotations.NullMarked;
