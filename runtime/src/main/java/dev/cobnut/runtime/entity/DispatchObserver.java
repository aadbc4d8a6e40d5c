package dev.cobnut.runtime.entity;

/// Is told what happens, from the thread where it happens. It must be quick and must not throw;
/// what it throws is counted in [Entities#observerErrors] and changes nothing.
///
/// Messages accepted = begun + queued + left (at the close, or when the executor refused a turn).
public interface DispatchObserver {

    /// A message was queued, or began to be handled inline.
    default void accepted() {}

    /// A message was refused, or was left in a mailbox at the close (then it was accepted before).
    default void rejected(AskResult.Reason reason) {}

    /// A message leaves its mailbox for the handler.
    ///
    /// @param waitedNanos time in the mailbox; 0 when it was handled inline
    default void begun(long waitedNanos) {}

    /// Messages left their mailbox and are handed to the entity together; not called for what is
    /// handled inline.
    ///
    /// @param messages 1, or more for a [BatchingEntity]
    default void handedOver(int messages) {}

    /// The handler or the factory threw, or a [BatchingEntity] gave up a message.
    default void failed(Throwable cause) {}

    /// A caller of [Entities#askAndWait(Object, Object, Duration)] stopped waiting.
    default void timedOut() {}

    /// Tells nobody.
    static DispatchObserver none() {
        return new DispatchObserver() {};
    }
}
