package dev.cobnut.framework.view;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.merge.MergingValue;
import com.hazelcast.spi.merge.SplitBrainMergePolicy;
import org.jspecify.annotations.Nullable;

/// Merges two entries of a stream after a split: the entry with the higher version stays, because
/// both are folds of the same journal. An entry that only the smaller side has is dropped, because
/// it may be older than the stream. The next query folds it again. An entry that cannot be read
/// counts as missing.
public final class NewerViewWins
        implements SplitBrainMergePolicy<Object, MergingValue<Object>, Object> {

    @Override
    @SuppressWarnings("NullAway") // Hazelcast's contract: null leaves the key without an entry.
    public @Nullable Object merge(
            MergingValue<Object> merging, @Nullable MergingValue<Object> existing) {
        if (existing == null
                || !(existing.getDeserializedValue() instanceof ViewEntry ours)
                || !ours.isReadable()) {
            return null;
        }
        return merging.getDeserializedValue() instanceof ViewEntry theirs
                        && theirs.isNewerThan(ours)
                ? theirs
                : ours;
    }

    @Override
    public void writeData(ObjectDataOutput out) {
        // It has no state.
    }

    @Override
    public void readData(ObjectDataInput in) {
        // It has no state.
    }
}
