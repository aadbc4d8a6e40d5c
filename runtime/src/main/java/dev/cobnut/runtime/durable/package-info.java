/// The contract of durable actors: accepted messages survive the process.
///
/// [DurableRef] takes messages, and [DurableHandler] handles them. Promises of an implementation:
///
/// - A message that was answered [DurableRef.StoreResult.Stored] is handled at least once, in the
///   order of sequence numbers, even after a crash of the process.
/// - A repeated message has the sequence number of the first time.
/// - A message that fails is tried again with a growing pause, and delays only its own mailbox.
///   After the last attempt it goes to the handler's [DurableHandler.DeadLetters].
///
/// The framework implements the contract with a journal: package `dev.cobnut.framework.durable`.
///
/// Depends on the JDK.
@NullMarked
package dev.cobnut.runtime.durable;

import org.jspecify.annotations.NullMarked;
