/// Process managers: rules across several streams and over time. Events in, commands out, and
/// timers.
///
/// ```text
/// events ──▶ handler `loan` ──▶ Reaction ──▶ send    commands, each with a key of its own
///            (durable cursor)               at      ─▶ stream process.loan-‹instance›: TimerSet
///                                           cancel  ─▶ the same stream: TimerCancelled
///
/// clock ───▶ TimerLoop ──▶ the same stream: TimerDue ──▶ handler `loan-timers` ──▶ the command
///
/// stream   process.‹name›-‹instance›      the pending timers of an instance; the truth
/// lookup   timers / ‹name› / ‹due, …›     the pending timers of all instances, by due time; an index
/// ```
///
/// Both handlers are [dev.cobnut.framework.handler.EventHandler]s as any other: a durable cursor,
/// order per stream, retries, parked streams. This package adds no delivery.
///
/// Promises: a command is sent at least once and takes effect once; a timer is due once, never
/// early, and survives restarts. [Process] is the door.
@NullMarked
package dev.cobnut.framework.process;

import org.jspecify.annotations.NullMarked;
