/// The arithmetic of measurements: functions of values without any knowledge of sessions or
/// benchmarks. Distributions, means, variances, medians and rank tests come from Apache Commons
/// Statistics.
///
/// ```text
/// Welch             two means: test, intervals, and the change that a verdict would find
/// Places            the order of the runs, for their drift
/// Correction        p values of many tests at once
/// SelfDifferences   how far halves of the same runs differ
/// Ranks             percentiles that are one of the values
/// ```
@NullMarked
package dev.cobnut.lab.statistics;

import org.jspecify.annotations.NullMarked;
