package dev.cobnut.framework.delivery;

import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxObserver;
import dev.cobnut.framework.outbox.OutboxStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The streams of this member that wait for an operator. In each, an event could not be delivered,
/// and the later events wait behind it. Only the publisher's thread writes; any thread may read the
/// counts.
final class ParkedStreams {

    private static final System.Logger LOG = System.getLogger(ParkedStreams.class.getName());

    private final OutboxStore store;
    private final OutboxObserver observer;
    private final Set<StreamId> streams = new HashSet<>();
    private volatile int streamCount;
    private volatile int entryCount;

    ParkedStreams(OutboxStore store, OutboxObserver observer) {
        this.store = store;
        this.observer = observer;
    }

    int streamCount() {
        return streamCount;
    }

    int entryCount() {
        return entryCount;
    }

    boolean contains(StreamId stream) {
        return streams.contains(stream);
    }

    /// Parks the event that failed, and the rest of its stream behind it.
    ///
    /// @param rest entries of one stream in order; the first one failed
    /// @throws RuntimeException when the store fails; the stream does not count as parked then
    void park(List<OutboxEntry> rest, int attempts, String failure) {
        OutboxEntry first = rest.getFirst();
        List<OutboxEntry> parked = new ArrayList<>(rest.size());
        parked.add(first.parked(attempts, failure));
        for (OutboxEntry entry : rest.subList(1, rest.size())) {
            parked.add(entry.parked(0, "waits behind version " + first.event().version()));
        }
        store.park(parked);
        streams.add(first.event().stream());
        streamCount = streams.size();
        count(parked.size());
        LOG.log(
                System.Logger.Level.ERROR,
                "stream {0} is parked at version {1} after {2} attempts: {3}",
                first.event().stream(),
                first.event().version(),
                attempts,
                failure);
    }

    /// Parks entries of streams that are parked already.
    void parkBehind(List<OutboxEntry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        store.park(
                entries.stream()
                        .map(entry -> entry.parked(0, "waits behind a parked event of its stream"))
                        .toList());
        count(entries.size());
    }

    /// @return the number of entries that are pending again
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    int unpark(StreamId stream) {
        int pending = store.unpark(stream).size();
        entryCount -= pending;
        streams.remove(stream);
        streamCount = streams.size();
        return pending;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private void count(int entries) {
        entryCount += entries;
        observer.parked(entries);
    }
}
