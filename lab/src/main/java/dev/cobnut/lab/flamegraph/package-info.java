/// Flame graphs of two profiles side by side, or of one, as pictures and as an interactive page.
///
/// In: tables of stacks, and the texts and costs that the caller computed. The package computes no
/// cost a second time. Out: PNG, SVG and one self-contained HTML file. The same content gives the
/// same bytes with the same JDK.
///
/// ```text
/// FlameComparison, FlameSide, Cost, Badge   what is shown; every figure in words comes from here
/// FlameGraphs                          the door: pictures and page of one comparison, or one profile
/// CallTree                             union of both sides' stacks: totals, new and vanished frames
/// fold → lay out → draw                CallTree → FoldedTree → Scene (shapes) → PNG or SVG
/// ```
///
/// Widths are costs: both graphs of a comparison use one scale, so the cheaper one is narrower. The
/// package needs no fonts of the system; see [Fonts][dev.cobnut.lab.flamegraph.Fonts].
@NullMarked
package dev.cobnut.lab.flamegraph;

import org.jspecify.annotations.NullMarked;
