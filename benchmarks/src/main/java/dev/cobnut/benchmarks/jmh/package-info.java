/// The micro-benchmarks, under JMH: one class for each question, in the package of its subject.
///
/// ```text
/// pattern    what actors are used for, against threads: one task, request and reply, many at once
/// creation   what an actor costs before and after its work
/// flow       messages per second: from one, from many, small, large, over workers, over dispatchers
/// mailbox    the queue alone
/// ```
///
/// Every class says its [Question] with its ceiling; every contender does the same work behind
/// [dev.cobnut.benchmarks.contender.Contender]; what is counted is messages that were processed.
/// What is made before and thrown away after is not measured, unless the class says that it is.
@NullMarked
package dev.cobnut.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
