package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The durable log. Thread-safe.
///
/// Writes go through one bounded queue and are committed in groups: all requests that wait when a
/// commit begins share its fsync (group commit). There is no artificial delay; a group grows while
/// the commit before it runs.
///
/// Reads see every commit that was acknowledged before the read began. They block the calling
/// thread for the time of a query and must not be made on a Hazelcast partition thread.
public interface Journal extends AutoCloseable {

    /// Starts the writer. Called once, before the first append.
    void start(GroupListener listener);

    /// Queues a request and returns at once. The outcome arrives in [AppendRequest#result()]. If
    /// the queue is full or the journal does not write, it is `Unavailable`.
    void append(AppendRequest request);

    /// Queues a publication and returns at once. It is committed with the next group, or by itself
    /// when nothing else waits. The outcome arrives in [Publication#done()].
    void publish(Publication publication);

    /// Events of a stream, oldest first.
    ///
    /// @param afterVersion 0 for the beginning
    /// @param limit most events to return, from 1
    /// @return empty when the stream does not exist or ends before
    List<RecordedEvent> read(StreamId stream, long afterVersion, int limit);

    /// The first command that was recorded under a key.
    Optional<RecordedCommand> findCommand(String key);

    /// Unpublished events in the order of their positions.
    ///
    /// @param afterPosition 0 for the beginning
    /// @param limit most events to return, from 1
    List<RecordedEvent> readUnpublished(long afterPosition, int limit);

    /// Number of unpublished events.
    long countUnpublished();

    /// The largest position that was committed, 0 when there is none.
    long lastPosition();

    /// Items of a lookup's group, largest item first (UUIDv7 items: newest first).
    ///
    /// @param before return only items smaller than this one; null for the first page
    /// @param limit most items to return, from 1
    List<String> findInLookup(String lookup, String group, @Nullable String before, int limit);

    JournalState state();

    /// Figures of the writer since the start.
    JournalStats stats();

    /// Stops accepting, writes the queued requests, and closes. Requests that cannot be written any
    /// more are answered `Unavailable`.
    @Override
    void close();
}
