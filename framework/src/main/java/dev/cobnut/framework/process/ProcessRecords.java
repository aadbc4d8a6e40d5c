package dev.cobnut.framework.process;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.CommandKey;
import dev.cobnut.framework.journal.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a process keeps beside its streams, and reads. Thread-safe where the process is.
public interface ProcessRecords {

    /// The event of a stream at a version.
    ///
    /// @return null when there is none
    @Nullable RecordedEvent event(StreamId stream, long version);

    /// Items of an index of text, largest first.
    ///
    /// @param before return only items smaller than this one; null for the first page
    List<String> items(String index, @Nullable String before, int limit);

    /// Puts and removes items in one transaction. Each may be put or removed again.
    void change(String index, List<String> put, List<String> removed);

    /// Records that a command found no stream, under its key. So its repetition is refused, too,
    /// even when the stream has begun by then.
    ///
    /// @return the refusal under the key, which may be an earlier one
    Refusal refuse(StreamId stream, CommandKey key, Refusal refusal);
}
