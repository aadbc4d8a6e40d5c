/// Two recorded runs against each other: `./cobnut bench compare A B`.
///
/// The same benchmark of both is one row: ratio, interval, p, bytes, verdict, by the rules of the
/// lab ([dev.cobnut.lab.compare.ValueComparison]). Between two runs the machine changes, and no
/// test on the processes of a run sees that; so a change counts only when it is larger than what
/// runs of one and the same commit differ by ([Floor]).
@NullMarked
package dev.cobnut.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
