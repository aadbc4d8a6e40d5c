package dev.cobnut.framework.handler;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The events of one stream that a handler holds, in the order of their versions. Used by the
/// handler's thread only.
final class StreamLane {

    private final StreamId stream;

    /// True while a parked stream is tried again: its events come from reads of the stream.
    private final boolean isRetry;

    private final Deque<RecordedEvent> waiting = new ArrayDeque<>();

    /// The last version that was added.
    private long lastVersion;

    private int attempts;
    private @Nullable String lastFailure;
    private long resumeAtNanos;

    private StreamLane(StreamId stream, boolean isRetry, long lastVersion) {
        this.stream = stream;
        this.isRetry = isRetry;
        this.lastVersion = lastVersion;
    }

    static StreamLane of(StreamId stream) {
        return new StreamLane(stream, false, 0);
    }

    /// @param version the version from which the stream is parked
    static StreamLane retry(StreamId stream, long version) {
        return new StreamLane(stream, true, version - 1);
    }

    StreamId stream() {
        return stream;
    }

    boolean isRetry() {
        return isRetry;
    }

    long lastVersion() {
        return lastVersion;
    }

    void add(RecordedEvent event) {
        waiting.addLast(event);
        lastVersion = event.version();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    List<RecordedEvent> waiting() {
        return List.copyOf(waiting);
    }

    RecordedEvent first() {
        return waiting.getFirst();
    }

    /// The first waiting events; they stay until [#handled].
    List<RecordedEvent> batch(int max) {
        List<RecordedEvent> batch = new ArrayList<>(Math.min(max, waiting.size()));
        for (RecordedEvent event : waiting) {
            if (batch.size() == max) {
                break;
            }
            batch.add(event);
        }
        return batch;
    }

    /// Removes the first event, which was handled.
    RecordedEvent handled() {
        attempts = 0;
        lastFailure = null;
        return waiting.removeFirst();
    }

    /// @return number of failed attempts to handle the first event, this one included
    int failed() {
        return ++attempts;
    }

    int attempts() {
        return attempts;
    }

    /// @return true when the last attempt failed in the same way
    boolean isKnownFailure(String failure) {
        boolean known = failure.equals(lastFailure);
        lastFailure = failure;
        return known;
    }

    void pauseUntil(long nanos) {
        resumeAtNanos = nanos;
    }

    long resumeAtNanos() {
        return resumeAtNanos;
    }
}
