package dev.cobnut.framework.view;

import com.hazelcast.map.EntryProcessor;
import java.io.Serial;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// [PutNewer] for many keys at once. It stays on its node: only a node that joins nobody sends
/// operations on many keys together.
///
/// @param entries what is put, by key
@SuppressWarnings("serial") // it is not sent
record PutAllNewer(Map<String, ViewEntry> entries)
        implements EntryProcessor<String, Object, Boolean> {

    @Serial private static final long serialVersionUID = 1L;

    @Override
    @SuppressWarnings("NullAway") // Hazelcast's contract: a null result is not sent.
    public @Nullable Boolean process(Map.Entry<String, Object> target) {
        ViewEntry entry = entries.get(target.getKey());
        return entry == null ? null : new PutNewer(entry).process(target);
    }
}
