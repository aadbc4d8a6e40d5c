package dev.cobnut.runtime.entity;

/// Gets the events of [Entities], on the thread where they happen. It must be quick. Its exceptions
/// are counted in [Entities#observerErrors] and change nothing.
///
/// Messages accepted = begun + queued + left (at the close, or when the executor refused a turn).
public interface DispatchObserver {

    /// A message was queued, or began to be handled inline.
    default void accepted() {}

    /// A message was refused, or an accepted one was left in a mailbox at the close.
    default void rejected(AskResult.Reason reason) {}

    /// A message leaves its mailbox for the handler.
    ///
    /// @param waitedNanos time in the mailbox; 0 when it was handled inline
    default void begun(long waitedNanos) {}

    /// Messages left their mailbox and go to the entity together. Not called for a message that is
    /// handled inline.
    ///
    /// @param messages 1, or more for a [BatchingEntity]
    default void handedOver(int messages) {}

    /// The handler or the factory threw, or a [BatchingEntity] gave up a message.
    default void failed(Throwable cause) {}

    /// A caller of [Entities#askAndWait(Object, Object, Duration)] begins to wait for a turn on
    /// another thread. Called on the caller's thread, as [#awaited] is after the wait.
    default void awaiting() {}

    /// The wait has ended, with or without an answer.
    default void awaited() {}

    /// A caller of [Entities#askAndWait(Object, Object, Duration)] stopped waiting.
    default void timedOut() {}

    /// Ignores everything.
    static DispatchObserver none() {
        return new DispatchObserver() {};
    }
}
