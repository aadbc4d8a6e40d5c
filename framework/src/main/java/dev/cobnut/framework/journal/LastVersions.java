package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.StreamId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The last versions of the streams written most recently, for one writer thread. They are current
/// in a journal with one writer; in PostgreSQL they may be outdated, and [GroupPlan] allows for it.
final class LastVersions {

    /// Most streams that are remembered; about 200 bytes each.
    static final int STREAMS_MAX = 8_192;

    private final Map<StreamId, Long> versions =
            new LinkedHashMap<>(STREAMS_MAX * 2, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<StreamId, Long> eldest) {
                    return size() > STREAMS_MAX;
                }
            };

    @Nullable Long get(StreamId stream) {
        return versions.get(stream);
    }

    void put(StreamId stream, long version) {
        versions.put(stream, version);
    }

    void clear() {
        versions.clear();
    }
}
