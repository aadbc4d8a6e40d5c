/// Compares two recorded runs: `./cobnut bench compare A B`.
///
/// A benchmark that both runs have is one row: ratio, interval, p, bytes, verdict, by the rules of
/// the lab ([dev.cobnut.lab.compare.ValueComparison]). The machine changes between two runs, and a
/// test on the processes of each run cannot see that. Therefore a change counts only when it is
/// larger than the difference between runs of the same commit ([Floor]).
@NullMarked
package dev.cobnut.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
