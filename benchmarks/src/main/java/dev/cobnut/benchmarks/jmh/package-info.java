/// The JMH micro-benchmarks: one class per question, in the package of its subject.
///
/// ```text
/// pattern    what actors are used for, against threads: one task, request and reply, many at once
/// creation   what an actor costs before and after its work
/// flow       messages per second: from one, from many, small, large, over workers, over dispatchers
/// mailbox    the queue alone
/// ```
///
/// Every class has a [Question] with its ceiling. Every contender does the same work behind
/// [dev.cobnut.benchmarks.contender.Contender]. Only processed messages count. Set-up and clean-up
/// are not measured, unless the class says that they are.
@NullMarked
package dev.cobnut.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
