/// The message-passing implementations that the benchmarks compare, behind one small interface. A
/// [Contender] makes [MessageWorker]s, which take messages, and [Responder]s, which answer
/// questions.
///
/// Each benchmark is written once, against these three interfaces; each contender is one class. A
/// message counts when it was processed. A contender that does not process an accepted message has
/// failed.
@NullMarked
package dev.cobnut.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
