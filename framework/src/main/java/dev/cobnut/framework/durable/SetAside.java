package dev.cobnut.framework.durable;

/// Is told of messages that were tried as often as may be.
@FunctionalInterface
public interface SetAside<M> {

    /// Called on the actor's thread. When it returns the message counts as handled; when it throws,
    /// the message is tried again.
    void setAside(long sequence, M message, Exception cause) throws Exception;
}
