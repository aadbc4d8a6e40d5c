package dev.cobnut.framework.view;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.merge.MergingValue;
import com.hazelcast.spi.merge.SplitBrainMergePolicy;
import org.jspecify.annotations.Nullable;

/// Merges two entries of a stream after a split: the entry with the higher version stays, because
/// both are folds of the same journal. An entry that only the smaller side has is dropped, because
/// it may be older than the stream. The next query folds it again.
public final class NewerViewWins
        implements SplitBrainMergePolicy<ViewEntry, MergingValue<ViewEntry>, ViewEntry> {

    @Override
    @SuppressWarnings("NullAway") // Hazelcast's contract: null leaves the key without an entry.
    public @Nullable ViewEntry merge(
            MergingValue<ViewEntry> merging, @Nullable MergingValue<ViewEntry> existing) {
        ViewEntry ours = existing == null ? null : existing.getDeserializedValue();
        if (ours == null) {
            return null;
        }
        ViewEntry theirs = merging.getDeserializedValue();
        return theirs != null && theirs.version() > ours.version() ? theirs : ours;
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
