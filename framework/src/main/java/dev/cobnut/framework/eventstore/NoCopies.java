package dev.cobnut.framework.eventstore;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import java.util.Collection;
import java.util.List;

/// Reads streams from the journal, because another node may write it without notice.
record NoCopies(Journal journal) implements StreamCopies {

    @Override
    public List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        return journal.read(stream, afterVersion, limit);
    }

    @Override
    public List<RecordedEvent> readLatest(StreamId stream, long afterVersion, int limit) {
        return journal.read(stream, afterVersion, limit);
    }

    @Override
    public boolean hasChanged(StreamId stream, long version) {
        return StreamCopies.versionIn(journal, stream, version) != version;
    }

    @Override
    public Write begin(List<List<RecordedEvent>> appended) {
        return Write.NONE;
    }

    /// Does nothing: another writer is expected anyway.
    @Override
    public void sharedByWriters() {}

    @Override
    public void dropDoubtful() {}

    @Override
    public void forget(Collection<StreamId> streams) {}

    @Override
    public void forgetOwned() {}
}
