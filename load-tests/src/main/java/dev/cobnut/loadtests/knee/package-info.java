/// Finds the highest rate that the order service sustains: the knee. `./cobnut load --sweep` and
/// sessions whose rates are shares of the knee use it.
///
/// ```text
/// LoadTarget    the service under load: a running one, or one of its own
/// Sweep         steps of rising rates from one generator, chosen by RateSearch
/// SweepStep     what the service did at one rate, and why that failed
/// Knee          the result
/// ```
@NullMarked
package dev.cobnut.loadtests.knee;

import org.jspecify.annotations.NullMarked;
