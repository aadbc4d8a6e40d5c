/// Delivers committed events to the views and lookups that are derived from them, with one Jet job
/// on every member.
///
/// ```text
/// drain-outbox ──▶ project ──▶ record
///   pages of        views (IMaps), then      when it is committed:
///   units           lookups and "published"  entries deleted,
///                   in one transaction       publisher told
/// ```
///
/// Delivery is at least once, and in order within a stream. A unit that was interrupted at any
/// stage is delivered again, and a view recognises the events that it has by their versions. So the
/// job needs no snapshots. A page never leaves its member.
///
/// The [Sweeper] puts events that are only in the journal into the outbox map, and keeps the job
/// running.
@NullMarked
package dev.cobnut.framework.delivery;

import org.jspecify.annotations.NullMarked;
