/// Statistics: sums of what the events of all streams say, by key, kept up to date by a Jet job.
///
/// ```text
/// journal ──▶ read-journal ─────────▶ window ─────────────▶ commit ──▶ Statistic.commit
///  pages by    facts of events, with    Jet's tumbling window   all changes of a watermark,
///  position    the time of record;      per key of a fact       with the position that they
///              watermarks                                       reach
/// ```
///
/// The time of record is the event time of the job. It grows with the position, so no event is
/// behind a watermark, and Jet drops none. What time an event belongs to for its reader, for
/// example the minute in which an order was placed, is a part of its key. So an event that comes
/// late changes the sum of its own minute.
///
/// Every member runs a job of its own and has sums of its own, in memory. A job that ends is
/// submitted again and continues after the last commit.
///
/// Promise: the sums are those of a fold of the journal through the position of the last commit.
@NullMarked
package dev.cobnut.framework.statistic;

import org.jspecify.annotations.NullMarked;
