package dev.cobnut.framework.outbox;

import com.hazelcast.map.EntryProcessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Deletes the entry on which it runs.
record DeleteEntry() implements EntryProcessor<String, OutboxEntry, Boolean> {

    @Override
    @SuppressWarnings(
            "NullAway") // Hazelcast's contract: a null value deletes, a null result is not sent.
    public @Nullable Boolean process(Map.Entry<String, OutboxEntry> entry) {
        entry.setValue(null);
        return null;
    }
}
