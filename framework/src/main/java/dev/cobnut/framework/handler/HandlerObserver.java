package dev.cobnut.framework.handler;

/// Is told what becomes of events; for metrics. Called on the thread of each handler.
public interface HandlerObserver {

    /// Events were handled.
    void handled(String handler, int count);

    /// An event failed and is tried again.
    void retried(String handler);

    /// A stream was parked.
    void parked(String handler);
}
