/// Actors: state with a mailbox in front, one writer at a time, and no thread while idle.
///
/// ```text
///  tell, ask ──► Mailbox ──► turn on a lane ──► Behavior.receive ──► next behaviour
///     │            │ full: Backpressure              │ throws: Supervision
///     ▼            ▼                                 ▼
///  TellResult   ActorMetrics                     DeadLetter, ActorObserver
/// ```
///
/// | to read first | |
/// |---|---|
/// | [ActorSystem] | the door: spawn, stop, metrics |
/// | [ActorRef] | tell, ask, stop |
/// | [Behavior], [ActorContext] | what an actor does, and what it can use |
/// | [ActorSpec], [MailboxSpec], [Supervision] | how it is treated |
/// | [Claim][dev.cobnut.runtime.mailbox.Claim] | why no message is lost |
///
/// Promises:
///
/// - An actor has one writer at a time.
/// - The messages of one sender to one actor are handled in their order.
/// - An accepted message is handled once, or becomes a [DeadLetter] with its cause.
/// - A message that is not accepted is answered with a
///   [TellResult][dev.cobnut.runtime.mailbox.TellResult].
/// - An idle actor holds no thread and wakes nobody. Nothing polls.
///
/// Not promised: accepted messages do not survive the process. Package `dev.cobnut.runtime.durable`
/// promises that.
///
/// Depends on the mailboxes, on the scheduler (threads and time), and on two result types of the
/// entities.
@NullMarked
package dev.cobnut.runtime.actor;

import org.jspecify.annotations.NullMarked;
