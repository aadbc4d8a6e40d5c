package dev.cobnut.framework.eventstore;

import com.hazelcast.config.EvictionConfig;
import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MaxSizePolicy;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.ExpectedVersion;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.maps.BulkOperations;
import dev.cobnut.framework.outbox.OutboxFeed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The streams of this service. Thread-safe.
///
/// ## The path of a group of appends
///
/// ```text
/// journal's writer:   COMMIT ─▶ copies of the streams and outbox, at the same time ─▶ answers ─▶ publisher woken
/// ```
///
/// The journal decides the outcomes, and the maps follow. An answer is given when the copy of the
/// stream has the events. So a read that begins after an answer sees the appended events. In a
/// cluster, while a member is being lost, the answer does not wait longer than 0.3 s for the copy,
/// and a read may be older. A failed write to a map changes no answer, because the events are
/// durable.
public final class EventStore implements GroupListener {

    public static final String MAP_NAME = "event-streams";

    /// Longest time that an answer or a read of a member waits for the owner of a copy.
    public static final Duration COPY_WAIT_MAX = Duration.ofMillis(300);

    private final Journal journal;
    private final StreamCopies copies;
    private final OutboxFeed feed;
    private final @Nullable StreamsObserver observer;

    private EventStore(
            Journal journal,
            StreamCopies copies,
            OutboxFeed feed,
            @Nullable StreamsObserver observer) {
        this.journal = journal;
        this.copies = copies;
        this.feed = feed;
        this.observer = observer;
        feed.onFound(copies::forget);
    }

    /// The streams of a node that writes its journal alone.
    ///
    /// @param map the map [#MAP_NAME]
    /// @param eventsMax most events of one stream that are kept in memory
    /// @param observer receives the times of the writes to the maps
    @SuppressWarnings("unchecked")
    public static EventStore withOwnCopies(
            Journal journal,
            IMap<String, ?> map,
            BulkOperations bulk,
            int eventsMax,
            OutboxFeed feed,
            @Nullable StreamsObserver observer) {
        StreamCopies copies =
                new OwnCopies(journal, (IMap<String, StreamEntry>) map, bulk, eventsMax, observer);
        return new EventStore(journal, copies, feed, observer);
    }

    /// The streams of a member of a cluster. All members append to them.
    ///
    /// @param map the map [#MAP_NAME]
    /// @param eventsMax most events of one stream that are kept in memory
    /// @param majority true while this member sees the majority of the cluster
    /// @param copyWaitMax longest time that an answer or a read waits for the owner of a copy;
    ///   [#COPY_WAIT_MAX] in a service
    /// @param observer receives the times of the writes to the maps
    @SuppressWarnings("unchecked")
    public static EventStore withSharedCopies(
            SharedJournal journal,
            IMap<String, ?> map,
            int eventsMax,
            BooleanSupplier majority,
            Duration copyWaitMax,
            OutboxFeed feed,
            @Nullable StreamsObserver observer) {
        StreamCopies copies =
                new SharedCopies(
                        journal, (IMap<String, StreamEntry>) map, eventsMax, majority, copyWaitMax);
        return new EventStore(journal, copies, feed, observer);
    }

    /// The streams of a node that keeps no copies and reads the journal, because another node may
    /// write it.
    public static EventStore withoutCopies(
            Journal journal, OutboxFeed feed, @Nullable StreamsObserver observer) {
        return new EventStore(journal, new NoCopies(journal), feed, observer);
    }

    /// Configuration of the map of streams. It has no backups, because the journal has every event.
    ///
    /// @param streamsMax most streams in memory on one member; the least recently used ones are
    ///   evicted
    public static MapConfig mapConfig(int streamsMax) {
        return new MapConfig(MAP_NAME)
                .setBackupCount(0)
                .setEvictionConfig(
                        new EvictionConfig()
                                .setEvictionPolicy(EvictionPolicy.LRU)
                                .setMaxSizePolicy(MaxSizePolicy.PER_NODE)
                                .setSize(streamsMax));
    }

    public static void registerSerializers(SerializationConfig serialization) {
        serialization
                .getCompactSerializationConfig()
                .addSerializer(new StreamEntrySerializer())
                .addSerializer(new AppendEvents.Serializer())
                .addSerializer(new CopyReservation.Serializer());
    }

    /// Queues an append and returns at once. The request's result is completed after the commit,
    /// when the copy of the stream has the events, or when the wait for the copy has ended.
    public AppendRequest append(AppendRequest request) {
        journal.append(request);
        return request;
    }

    /// The same for an append of somebody who does not own the streams: one across streams. From
    /// now on [#hasChanged] looks for such appends.
    public AppendRequest appendAcross(AppendRequest request) {
        copies.sharedByWriters();
        journal.append(request);
        return request;
    }

    /// A page of a stream's events, oldest first. In a cluster, the copy that is read may lag
    /// behind the journal while a member is being lost. Use [#readLatest] where a decision depends
    /// on it.
    ///
    /// @param afterVersion 0 for the beginning
    /// @param limit most events to return, from 1
    /// @return a page of events; [EventPage#isFull] tells if more may follow
    public List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        return copies.read(stream, afterVersion, limit);
    }

    /// The same, with every event that was committed before the call.
    public List<RecordedEvent> readLatest(StreamId stream, long afterVersion, int limit) {
        return copies.readLatest(stream, afterVersion, limit);
    }

    /// True when the stream has another version than this one, at which it was read: another member
    /// or an append across streams has changed it, or a failover of the journal's server has lost
    /// events.
    public boolean hasChanged(StreamId stream, long version) {
        return copies.hasChanged(stream, version);
    }

    @Override
    public void written(List<AppendRequest> group, List<AppendResult> outcomes) {
        List<List<RecordedEvent>> appended = new ArrayList<>(group.size());
        List<RecordedEvent> committed = new ArrayList<>(group.size());
        for (AppendResult outcome : outcomes) {
            if (outcome instanceof AppendResult.Appended(_, var events) && !events.isEmpty()) {
                committed.addAll(events);
                addByStream(events, appended);
            }
        }
        forgetLost(group, outcomes);
        StreamCopies.Write write = StreamCopies.Write.NONE;
        try {
            if (!committed.isEmpty()) {
                long start = observer == null ? 0 : System.nanoTime();
                write = copies.begin(appended);
                feed.admit(committed); // while the copies are being written
                write.await();
                if (observer != null) {
                    observer.written(committed.size(), System.nanoTime() - start);
                }
            }
        } finally {
            for (int i = 0; i < group.size(); i++) {
                write.answer(group.get(i), outcomes.get(i));
            }
        }
    }

    /// Adds the events of a command as one list for each change of stream; mostly there is none.
    private static void addByStream(
            List<RecordedEvent> events, List<List<RecordedEvent>> appended) {
        int first = 0;
        for (int i = 1; i < events.size(); i++) {
            if (!events.get(i).stream().equals(events.get(first).stream())) {
                appended.add(events.subList(first, i));
                first = i;
            }
        }
        appended.add(first == 0 ? events : events.subList(first, events.size()));
    }

    /// Drops copies with events that a failover of the journal's server has lost.
    private void forgetLost(List<AppendRequest> group, List<AppendResult> outcomes) {
        for (int i = 0; i < group.size(); i++) {
            if (outcomes.get(i) instanceof AppendResult.Conflict(var stream, long actual)) {
                for (AppendRequest.StreamEvents part : group.get(i).streams()) {
                    if (part.stream().equals(stream)
                            && part.expected() instanceof ExpectedVersion.Exactly(long expected)
                            && actual < expected) {
                        copies.forget(List.of(stream));
                    }
                }
            }
        }
    }

    /// One bounded turn of the sweeper: drops copies that may lag. The next read loads them from
    /// the journal.
    public void dropDoubtful() {
        copies.dropDoubtful();
    }

    /// Drops the copies that this member owns, after another member has gone. Returns at once.
    public void forgetOwned() {
        copies.forgetOwned();
    }
}
