package dev.cobnut.framework.maps;

import com.hazelcast.map.EntryProcessor;
import java.io.Serial;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs a processor of its own for each key. It stays on its node: only a node that joins nobody
/// sends operations on many keys together.
///
/// @param processors by key
@SuppressWarnings("serial") // it is not sent
record ProcessorOfEachKey<V>(Map<String, ? extends EntryProcessor<String, V, Boolean>> processors)
        implements EntryProcessor<String, V, Boolean> {

    @Serial private static final long serialVersionUID = 1L;

    @Override
    @SuppressWarnings("NullAway") // Hazelcast's contract: a null result is not sent.
    public @Nullable Boolean process(Map.Entry<String, V> entry) {
        EntryProcessor<String, V, Boolean> processor = processors.get(entry.getKey());
        return processor == null ? null : processor.process(entry);
    }
}
