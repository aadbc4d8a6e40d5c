package dev.cobnut.framework.command;

import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.AppendRequest;
import dev.cobnut.framework.journal.AppendResult;
import dev.cobnut.framework.journal.Consumer;
import dev.cobnut.framework.journal.Consumers;
import dev.cobnut.framework.journal.Cursors;
import dev.cobnut.framework.journal.DeliverablePage;
import dev.cobnut.framework.journal.GroupListener;
import dev.cobnut.framework.journal.InMemoryJournal;
import dev.cobnut.framework.journal.JournalState;
import dev.cobnut.framework.journal.JournalStats;
import dev.cobnut.framework.journal.LookupChange;
import dev.cobnut.framework.journal.LookupRange;
import dev.cobnut.framework.journal.ParkedStream;
import dev.cobnut.framework.journal.Publication;
import dev.cobnut.framework.journal.RecordedCommand;
import dev.cobnut.framework.journal.SharedJournal;
import dev.cobnut.framework.journal.SnapshotStore;
import dev.cobnut.framework.journal.StoredType;
import dev.cobnut.framework.journal.StreamHead;
import dev.cobnut.framework.journal.TaggedEvents;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A member's journal in memory. It keeps the requests, and a test decides the fate of the next
/// appends. For one thread.
final class ScriptedJournal implements SharedJournal {

    /// The fate of an append.
    sealed interface Step {

        /// Something happens before the append arrives.
        record After(Runnable something) implements Step {}

        /// The append does not arrive; this is the answer.
        record Lost(AppendResult answer) implements Step {}

        /// The append is recorded, and the answer is `Unknown`.
        record Unheard() implements Step {}
    }

    private final InMemoryJournal journal;
    private final Deque<Step> steps = new ArrayDeque<>();
    private final List<AppendRequest> appends = new ArrayList<>();
    private final Set<AppendRequest> unheard = ConcurrentHashMap.newKeySet();

    ScriptedJournal(InMemoryJournal journal) {
        this.journal = journal;
    }

    /// Adds a step for the next append.
    void next(Step step) {
        steps.add(step);
    }

    /// All appends so far, with those that did not arrive.
    List<AppendRequest> appends() {
        return appends;
    }

    @Override
    public void start(GroupListener listener) {
        journal.start((group, outcomes) -> {
            List<AppendResult> told = new ArrayList<>(outcomes);
            for (int i = 0; i < group.size(); i++) {
                if (unheard.contains(group.get(i))) {
                    told.set(i, new AppendResult.Unknown("planted: the answer was lost"));
                }
            }
            listener.written(group, told);
        });
    }

    @Override
    public void append(AppendRequest request) {
        appends.add(request);
        Step step = steps.poll();
        if (step instanceof Step.Lost(var answer)) {
            request.result().complete(answer);
            return;
        }
        if (step instanceof Step.After(var something)) {
            something.run();
        }
        if (step instanceof Step.Unheard) {
            unheard.add(request);
        }
        journal.append(request);
    }

    @Override
    public void publish(Publication publication) {
        journal.publish(publication);
    }

    @Override
    public List<RecordedEvent> read(StreamId stream, long afterVersion, int limit) {
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
    public Map<StreamId, StreamHead> readDeliverable(
            Collection<StreamId> streams, int perStreamMax) {
        return journal.readDeliverable(streams, perStreamMax);
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
    public String identity() {
        return journal.identity();
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
        return journal.state();
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
