/// Flame graphs of the difference between two profiles, of both, or of one, as pictures and as an
/// interactive page.
///
/// In: tables of stacks, and the texts, verdicts and total costs that the caller computed. The
/// package computes no total a second time; a frame's cost in a run is its share of the run's
/// total. Out: PNG, SVG and one self-contained HTML file. The same content gives the same bytes
/// with the same JDK.
///
/// ```text
/// FlameComparison, FlameSide, Cost     what is shown; every figure in words comes from here
/// Badge, Callout                       the strongest verdict, and what the picture points at
/// FlameGraphs                          the door: pictures and page of one comparison, or one profile
/// CallTree, Alignment                  union of both sides' stacks; code that only moved is not new
/// Change                               how much a node changed, and how certain that is over the runs
/// fold → lay out → draw                CallTree → FlameCell → Scene (shapes) → PNG or SVG
/// ```
///
/// **The differential.** One graph: width is the cost of B, colour the change from A, and the
/// colour pales with the chance that the runs differ by accident (a t test for each node on its
/// cost per run, corrected for all nodes). Of a variant against itself nearly nothing is coloured.
/// The picture says how much is.
///
/// **What was weighed.**
///
/// - *PNG from the SVG by a browser*: no painter, but whoever reports a session would need the
///   browser, and each version of it gives other bytes. Java2D needs about 150 lines.
/// - *PNG from the SVG by a library*: JSVG would replace about 55 of the painter's lines, which
///   draw three kinds of shapes. It is a jar of 0.7 MB, the font and the palette stay, and every
///   stored picture gets other bytes, 8 MB. JFreeSVG is GPL. Java2D stays.
/// - *The JDK's logical fonts*: no font file, but they are the system's. A container has none, and
///   Java2D then throws; widths, and so bytes, would differ between machines. One font is bundled.
///   Its bold form, 0.7 MB more, is not: Java2D emboldens the book weight.
/// - *PNG with all colours*: fewer lines, but twice the bytes, which stay in the repository for
///   ever. The palette stays, in the painter.
/// - *One SVG path for each colour*: small files, but no tooltips. Each cell is a path with its
///   own. The picture before and after is a PNG only; the page shows the same with numbers.
@NullMarked
package dev.cobnut.lab.flamegraph;

import org.jspecify.annotations.NullMarked;
