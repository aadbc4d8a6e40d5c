/// The ways to get work done by messages that are measured against each other, behind one small
/// interface: [Contender] makes [MessageWorker]s, who are told things, and [Responder]s, who are
/// asked.
///
/// A benchmark is written once, against these three; a contender is one class. A message counts
/// when it was processed: what [MessageWorker#tell] has taken is processed, or the contender has
/// failed.
@NullMarked
package dev.cobnut.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
