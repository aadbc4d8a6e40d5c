package dev.cobnut.framework.eventstore;

import dev.cobnut.framework.event.EventFormat;
import dev.cobnut.framework.event.EventPage;
import dev.cobnut.framework.event.RecordedEvent;
import java.io.Serial;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// The last events of a stream, as the map stores them.
///
/// ```text
/// frames   (int length, byte[length] EventFormat) for each version from firstVersion to lastVersion
/// ```
final class StreamEntry implements Serializable {

    @Serial private static final long serialVersionUID = 1L;

    /// Most bytes of a copy, because each append to the stream copies them.
    static final int BYTES_MAX = 256 * 1_024;

    private final long firstVersion;
    private final long lastVersion;
    private final byte[] frames;

    /// Does not copy the array.
    StreamEntry(long firstVersion, long lastVersion, byte[] frames) {
        this.firstVersion = firstVersion;
        this.lastVersion = lastVersion;
        this.frames = frames;
    }

    long firstVersion() {
        return firstVersion;
    }

    long lastVersion() {
        return lastVersion;
    }

    byte[] frames() {
        return frames;
    }

    /// @param events consecutive versions, at least one
    static StreamEntry of(List<RecordedEvent> events) {
        List<byte[]> encoded = new ArrayList<>(events.size());
        int size = 0;
        for (RecordedEvent event : events) {
            byte[] bytes = EventFormat.encode(event);
            encoded.add(bytes);
            size += Integer.BYTES + bytes.length;
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        for (byte[] bytes : encoded) {
            out.putInt(bytes.length).put(bytes);
        }
        return new StreamEntry(
                events.getFirst().version(), events.getLast().version(), out.array());
    }

    /// Joins this entry with a later one. Versions that both have are taken once. When there is a
    /// gap between them, the result is the later one.
    StreamEntry then(StreamEntry later) {
        if (later.lastVersion <= lastVersion) {
            return this;
        }
        if (later.firstVersion > lastVersion + 1) {
            return later;
        }
        int from = later.offsetOf(lastVersion + 1);
        byte[] joined = new byte[frames.length + later.frames.length - from];
        System.arraycopy(frames, 0, joined, 0, frames.length);
        System.arraycopy(later.frames, from, joined, frames.length, later.frames.length - from);
        return new StreamEntry(firstVersion, later.lastVersion, joined);
    }

    /// The last events of this entry: at most `eventsMax` of them, and no more than fit into
    /// [#BYTES_MAX] unless the last one is larger.
    StreamEntry tail(int eventsMax) {
        long first = Math.max(firstVersion, lastVersion - eventsMax + 1);
        if (first == firstVersion && frames.length <= BYTES_MAX) {
            return this;
        }
        int from = offsetOf(first);
        while (first < lastVersion && frames.length - from > BYTES_MAX) {
            from += Integer.BYTES + ByteBuffer.wrap(frames, from, Integer.BYTES).getInt();
            first++;
        }
        byte[] kept = new byte[frames.length - from];
        System.arraycopy(frames, from, kept, 0, kept.length);
        return new StreamEntry(first, lastVersion, kept);
    }

    /// A page of the events after a version, oldest first.
    ///
    /// @param afterVersion at least `firstVersion - 1`
    List<RecordedEvent> read(long afterVersion, int limit) {
        EventPage page = new EventPage(limit);
        ByteBuffer in = ByteBuffer.wrap(frames);
        in.position(offsetOf(afterVersion + 1));
        while (in.hasRemaining() && !page.isFull()) {
            byte[] bytes = new byte[in.getInt()];
            in.get(bytes);
            page.add(EventFormat.decode(bytes));
        }
        return page.events();
    }

    /// The offset at which the frame of a version begins; the end of the array for a version after
    /// the last one.
    private int offsetOf(long version) {
        int offset = 0;
        for (long v = firstVersion; v < version && offset < frames.length; v++) {
            offset += Integer.BYTES + ByteBuffer.wrap(frames, offset, Integer.BYTES).getInt();
        }
        return offset;
    }
}
