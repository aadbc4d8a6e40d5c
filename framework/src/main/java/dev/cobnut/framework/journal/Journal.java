package dev.cobnut.framework.journal;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    /// A page of a stream's events, oldest first.
    ///
    /// @param afterVersion 0 for the beginning
    /// @param limit most events to return, from 1
    /// @return empty when the stream does not exist or ends before; [EventPage#isFull] tells if
    ///   more may follow
    List<RecordedEvent> read(StreamId stream, long afterVersion, int limit);

    /// The first command that was recorded under a key.
    Optional<RecordedCommand> findCommand(String key);

    /// A page of unpublished events in the order of their positions, those of parked streams
    /// included.
    ///
    /// @param afterPosition 0 for the beginning
    /// @param limit most events to return, from 1
    /// @return [EventPage#isFull] tells if more may follow
    List<RecordedEvent> readUnpublished(long afterPosition, int limit);

    /// Number of unpublished events, those of parked streams included.
    long countUnpublished();

    /// A page of unpublished events that may be delivered: those of streams that are not parked. It
    /// examines at most [DeliverablePage#EXAMINED_MAX] unpublished events.
    ///
    /// @param afterPosition 0 for the beginning
    /// @param limit most events to return, from 1
    DeliverablePage readDeliverable(long afterPosition, int limit);

    /// Parks streams, each from the event that could not be delivered. A stream whose event is
    /// published meanwhile is not parked. Waits for the commit.
    ///
    /// @return those of the streams that are parked now
    /// @throws JournalException when it is not known that the streams are parked
    Set<StreamId> park(Collection<ParkedStream> streams);

    /// Makes the events of a parked stream deliverable again. Waits for the commit.
    ///
    /// @return number of those events; 0 when the stream is not parked
    /// @throws JournalException when it is not known that the stream is not parked any more
    long unpark(StreamId stream);

    /// Parked streams, in the order of the positions of the events that could not be delivered.
    ///
    /// @param afterPosition 0 for the beginning
    /// @param limit most streams to return, from 1
    List<ParkedStream> readParked(long afterPosition, int limit);

    /// Number of parked streams.
    long countParked();

    /// The largest position that was committed, 0 when there is none.
    long lastPosition();

    /// Items of a part of a lookup's group, in its order.
    ///
    /// @param limit most items to return, from 1
    List<String> findInLookup(LookupRange range, int limit);

    /// Items of a lookup's group, largest item first (UUIDv7 items: newest first).
    ///
    /// @param before return only items smaller than this one; null for the first page
    /// @param limit most items to return, from 1
    default List<String> findInLookup(
            String lookup, String group, @Nullable String before, int limit) {
        return findInLookup(new LookupRange(lookup, group, null, before, false), limit);
    }

    /// Those of the items that are in a lookup's group. Costs a look into the index for each.
    Set<String> foundInLookup(String lookup, String group, Collection<String> items);

    /// True when the lookups of a consumer contain what follows from an event: it is published, and
    /// the consumer has not missed its stream. False when there is no event at the position.
    boolean isDelivered(Consumer consumer, long position);

    /// Puts and removes rows of lookups that belong to no view, in one transaction, each row once.
    /// The positions of the changes say nothing. Waits for the commit.
    ///
    /// @throws JournalException when it is not known that the rows are changed; the same call may
    ///   be made again
    void changeLookups(List<LookupChange> changes);

    /// The consumers of the events.
    Consumers consumers();

    /// The positions of consumers that read the whole journal by themselves.
    Cursors cursors();

    /// The events by their tags.
    TaggedEvents tagged();

    /// The snapshots of streams.
    SnapshotStore snapshots();

    /// The event types of the streams of each category. Cheap: the writer keeps a table of them. A
    /// type whose first append failed may be among them.
    List<StoredType> storedTypes();

    JournalState state();

    /// Figures of the writer since the start.
    JournalStats stats();

    /// Stops accepting, writes the queued requests, and closes. Requests that cannot be written any
    /// more are answered `Unavailable`.
    @Override
    void close();
}
