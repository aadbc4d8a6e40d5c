package dev.cobnut.framework.node;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.Consumer;
import dev.cobnut.framework.journal.Consumers;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.DeliverablePage;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.journal.JournalException;
import dev.cobnut.framework.journal.JournalState;
import dev.cobnut.framework.journal.JournalStats;
import dev.cobnut.framework.journal.LookupChange;
import dev.cobnut.framework.journal.LookupRange;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.journal.Publication;
import dev.cobnut.framework.journal.RecordedCommand;
import dev.cobnut.framework.journal.SnapshotStore;
import dev.cobnut.framework.journal.StoredType;
import dev.cobnut.framework.journal.TaggedEvents;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A journal in front of another one that can be slow, full, unreadable or not writable.
public class FaultyJournal implements Journal {

    private final Journal journal;
    private final List<AppendRequest> held = new ArrayList<>();
    private final AtomicInteger appends = new AtomicInteger();
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger failingPublications = new AtomicInteger();
    private volatile Set<Long> lostPublications = Set.of();
    private boolean holding;
    private volatile boolean refusing;
    private volatile boolean unreadable;
    private volatile @Nullable JournalState state;

    public FaultyJournal(Journal journal) {
        this.journal = journal;
    }

    /// Appends are kept back until [#release].
    public synchronized void hold() {
        holding = true;
    }

    public synchronized int held() {
        return held.size();
    }

    public synchronized void release() {
        holding = false;
        held.forEach(journal::append);
        held.clear();
    }

    /// Appends are answered `Unavailable`, as by a full queue.
    public void refuse(boolean refusing) {
        this.refusing = refusing;
    }

    /// Reads of streams fail.
    public void unreadable(boolean unreadable) {
        this.unreadable = unreadable;
    }

    /// @param state null for the real one
    public void state(@Nullable JournalState state) {
        this.state = state;
    }

    /// Appends that were handed over so far, also those that are held or refused.
    public int appends() {
        return appends.get();
    }

    /// Reads of streams so far.
    public int reads() {
        return reads.get();
    }

    @Override
    public void start(GroupListener listener) {
        journal.start(listener);
    }

    @Override
    public void append(AppendRequest request) {
        appends.incrementAndGet();
        if (refusing) {
            request.result().complete(new AppendResult.Unavailable("planted: the queue is full"));
            return;
        }
        synchronized (this) {
            if (holding) {
                held.add(request);
                return;
            }
        }
        journal.append(request);
    }

    /// @param positions never recorded as published, although the journal says so
    public void losePublicationsOf(Set<Long> positions) {
        lostPublications = positions;
    }

    /// @param count of publications that fail from now on
    public void failPublications(int count) {
        failingPublications.set(count);
    }

    @Override
    public void publish(Publication publication) {
        if (failingPublications.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            publication
                    .done()
                    .completeExceptionally(new JournalException("planted: not recorded", null));
            return;
        }
        if (lostPublications.isEmpty()) {
            journal.publish(publication);
            return;
        }
        Publication rest =
                Publication.of(
                        publication.positions().stream()
                                .filter(position -> !lostPublications.contains(position))
                                .toList(),
                        publication.lookups());
        var _ =
                rest.done()
                        .whenComplete((_, failure) -> {
                            if (failure == null) {
                                publication.done().complete(null);
                            } else {
                                publication.done().completeExceptionally(failure);
                            }
                        });
        journal.publish(rest);
    }

    @Override
    public List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
        reads.incrementAndGet();
        if (unreadable) {
            throw new JournalException("planted: the disk is away", null);
        }
        return journal.read(stream, afterVersion, limit);
    }

    @Override
    public Optional<RecordedCommand> findCommand(String key) {
        return journal.findCommand(key);
    }

    @Override
    public List<RecordedEvent> readUnpublished(long afterPosition, int limit) {
        return journal.readUnpublished(afterPosition, limit);
    }

    @Override
    public DeliverablePage readDeliverable(long afterPosition, int limit) {
        return journal.readDeliverable(afterPosition, limit);
    }

    @Override
    public Set<StreamId> park(Collection<ParkedStream> streams) {
        return journal.park(streams);
    }

    @Override
    public long unpark(StreamId stream) {
        return journal.unpark(stream);
    }

    @Override
    public List<ParkedStream> readParked(long afterPosition, int limit) {
        return journal.readParked(afterPosition, limit);
    }

    @Override
    public long countParked() {
        return journal.countParked();
    }

    @Override
    public long countUnpublished() {
        return journal.countUnpublished();
    }

    @Override
    public long lastPosition() {
        return journal.lastPosition();
    }

    @Override
    public List<String> findInLookup(LookupRange range, int limit) {
        return journal.findInLookup(range, limit);
    }

    @Override
    public Set<String> foundInLookup(String lookup, String group, Collection<String> items) {
        return journal.foundInLookup(lookup, group, items);
    }

    @Override
    public boolean isDelivered(Consumer consumer, long position) {
        return journal.isDelivered(consumer, position);
    }

    @Override
    public void changeLookups(List<LookupChange> changes) {
        journal.changeLookups(changes);
    }

    @Override
    public Consumers consumers() {
        return journal.consumers();
    }

    @Override
    public Cursors cursors() {
        return journal.cursors();
    }

    @Override
    public TaggedEvents tagged() {
        return journal.tagged();
    }

    @Override
    public SnapshotStore snapshots() {
        return journal.snapshots();
    }

    @Override
    public List<StoredType> storedTypes() {
        return journal.storedTypes();
    }

    @Override
    public JournalState state() {
        JournalState planted = state;
        return planted == null ? journal.state() : planted;
    }

    @Override
    public JournalStats stats() {
        return journal.stats();
    }

    @Override
    public void close() {
        journal.close();
    }
}
