/// Decisions whose consistency boundary is a query of tagged events instead of one stream ([Dynamic
/// Consistency Boundary](https://dcb.events/)): a rule across streams without a process.
///
/// In: a [BoundaryCommand] for a [Boundary]. Out: events in one or several streams, and a
/// [BoundaryResult].
///
/// ```text
/// query(command) ─▶ read the matching events ─▶ evolve ─▶ decide ─▶ append, if none that matches came since
///                        ▲                                                            │
///                        └───────────────────── somebody else came first ◀────────────┘   at most 8 times
/// ```
///
/// Promise: of two decisions of which one changes what the other has read, the second is made again
/// on what the first left. The journal checks it in the transaction of the append.
@NullMarked
package dev.cobnut.framework.boundary;

import org.jspecify.annotations.NullMarked;
