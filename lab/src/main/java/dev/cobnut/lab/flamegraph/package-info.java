/// Flame graphs of two profiles side by side, or of one, as pictures and as an interactive page.
///
/// In: tables of stacks, and texts and costs that the caller has computed; nothing is computed
/// twice. Out: PNG, SVG and one self-contained HTML file, the same bytes for the same content (of
/// one JDK).
///
/// ```text
/// FlameComparison, FlameSide, Cost, Badge   what is shown; every figure in words comes from here
/// FlameGraphs                          the door: pictures and page of one comparison, or one profile
/// CallTree                             union of both sides' stacks: totals, new and vanished frames
/// fold → lay out → draw                CallTree → FoldedTree → Scene (shapes) → PNG or SVG
/// ```
///
/// Widths are costs: both graphs of a comparison have one scale, so the cheaper one is narrower. No
/// fonts of the system are needed; see [Fonts][dev.cobnut.lab.flamegraph.Fonts].
@NullMarked
package dev.cobnut.lab.flamegraph;

import org.jspecify.annotations.NullMarked;
