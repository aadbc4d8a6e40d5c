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
/// | [Behavior], [ActorContext] | what an actor does, and can do |
/// | [ActorSpec], [MailboxSpec], [Supervision], [Dispatcher] | how it is treated |
/// | `Turn` | why no message is forgotten |
///
/// Promises: one writer per actor at a time; the messages of one sender to one actor in their
/// order; an accepted message is handled once, or is a [DeadLetter] with its cause; a message that
/// is not accepted is a [TellResult]; an idle actor holds no thread and wakes nobody; nothing here
/// polls. Not promised: that what was accepted survives the process. Package `durable` promises
/// that.
///
/// Depends on the JDK, JCTools and the mailboxes.
@NullMarked
package dev.cobnut.runtime.actor;

import org.jspecify.annotations.NullMarked;
