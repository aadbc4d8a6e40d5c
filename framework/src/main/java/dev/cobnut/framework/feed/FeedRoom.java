package dev.cobnut.framework.feed;

import java.util.concurrent.atomic.AtomicLong;

/// Counts the bytes that wait for all clients. Thread-safe.
final class FeedRoom {

    private final long bytesMax;
    private final AtomicLong held = new AtomicLong();

    FeedRoom(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    /// @return false when they do not fit; nothing is held then
    boolean take(long bytes) {
        if (held.addAndGet(bytes) <= bytesMax) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    /// For what is in memory already.
    void takeAnyway(long bytes) {
        held.addAndGet(bytes);
    }

    void give(long bytes) {
        held.addAndGet(-bytes);
    }

    /// True while more than half is free: old events are read into it only then.
    boolean isHalfFree() {
        return held.get() <= bytesMax / 2;
    }

    long held() {
        return held.get();
    }
}
