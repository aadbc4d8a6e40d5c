/// The way of committed events to everything that is derived from them: one Jet job, on every
/// member.
///
/// ```text
/// drain-outbox ──▶ project ──▶ record
///   pages of        views (IMaps), then      when it is committed:
///   units           lookups and "published"  entries deleted,
///                   in one transaction       publisher told
/// ```
///
/// At least once, in order per stream: a unit that was interrupted anywhere is delivered again, and
/// views recognise what they have by its version. So the job needs no snapshots. A member's pages
/// never leave it.
///
/// [Sweeper] brings back what is in the journal and not in the map, and keeps the job running.
@NullMarked
package dev.cobnut.framework.delivery;

import org.jspecify.annotations.NullMarked;
