package dev.cobnut.framework.delivery;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.cobnut.framework.event.EventFormat;
import dev.cobnut.framework.event.RecordedEvent;
import dev.cobnut.framework.event.StreamId;
import dev.cobnut.framework.journal.Journal;
import dev.cobnut.framework.outbox.OutboxEntry;
import dev.cobnut.framework.outbox.OutboxFeed;
import dev.cobnut.framework.outbox.OutboxStore;
import dev.cobnut.framework.outbox.SharedFeed;
import dev.cobnut.framework.view.Views;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Everything that runs on a member to deliver its committed events: the job, the sweeper, and the
/// door for operators.
public final class DeliveryRuntime implements AutoCloseable {

    /// Most unpublished events that one periodic turn compares with the map.
    private static final int COMPARE_MAX = 1_000;

    private static final Logger LOG = System.getLogger(DeliveryRuntime.class.getName());

    private final HazelcastInstance hazelcast;
    private final OutboxStore store;
    private final Journal journal;
    private final OutboxPublisher publisher;
    private final OutboxFeed feed;
    private final Sweeper sweeper;
    private final DeliveryJob job;
    private final @Nullable Members members;
    private final Duration lostAfter;
    private final InstantSource clock;
    private final Runnable alsoPeriodically;
    private final IMap<String, OutboxEntry> map;
    private Members.@Nullable Registration listening;

    /// @param map the map behind the store, to see what it has lost
    /// @param majority whether this member sees enough of its cluster to deliver; null when this
    ///   node is alone
    /// @param lostAfter an unpublished event that is not in the map and older than this was lost
    ///   there; a younger one may be on its way
    /// @param alsoPeriodically what else is to be looked after once per sweep
    public DeliveryRuntime(
            HazelcastInstance hazelcast,
            IMap<String, OutboxEntry> map,
            OutboxStore store,
            OutboxPublisher publisher,
            OutboxFeed feed,
            Views views,
            Journal journal,
            DeliveryObserver observer,
            @Nullable BooleanSupplier majority,
            Runnable alsoPeriodically,
            Duration sweepInterval,
            Duration lostAfter,
            InstantSource clock) {
        this.hazelcast = hazelcast;
        this.map = map;
        this.store = store;
        this.journal = journal;
        this.publisher = publisher;
        this.feed = feed;
        this.lostAfter = lostAfter;
        this.clock = clock;
        this.alsoPeriodically = alsoPeriodically;
        this.members = majority == null ? null : new Members(majority, this::lookThrough);
        this.sweeper =
                new Sweeper(feed, this::beginTurn, publisher::wake, this::lookAfter, sweepInterval);
        this.job = new DeliveryJob(hazelcast, members != null, sweeper::wake);
        feed.onRoom(sweeper::wake);
        hazelcast
                .getUserContext()
                .put(
                        Delivery.CONTEXT_KEY,
                        new Delivery(
                                store,
                                publisher,
                                feed,
                                views,
                                journal,
                                observer,
                                majority == null ? () -> true : majority));
    }

    /// Submits the job and starts the sweeper. A member without a majority submits it later.
    public void start() {
        if (members == null) {
            job.ensure();
        } else {
            listening = members.listen(hazelcast);
        }
        sweeper.start();
    }

    private boolean beginTurn() {
        if (members == null) {
            return true;
        }
        if (!members.majority().getAsBoolean()) {
            return false;
        }
        job.ensure();
        return true;
    }

    /// Partitions may have another owner.
    private void lookThrough() {
        if (feed instanceof SharedFeed shared) {
            shared.lookThrough();
        }
        publisher.wake(0);
        sweeper.wake();
    }

    /// Pending entries of the outbox map, counted by their keys, over all members.
    public long pendingInMap() {
        return store.pendingCount();
    }

    /// Committed events that are not delivered yet, in the map and in the journal.
    public long undelivered() {
        return journal.countUnpublished();
    }

    /// Holds the delivery on this member back until [#resume]; what is on its way arrives.
    public void pause() {
        publisher.pause();
    }

    public void resume() {
        publisher.resume();
    }

    public boolean isPaused() {
        return publisher.isPaused();
    }

    /// Parked entries, oldest first.
    public List<OutboxEntry> parked(int limit) {
        return store.findParked(limit);
    }

    /// Delivers a parked stream again.
    ///
    /// @return completed with the number of entries that were made pending
    public CompletableFuture<Integer> retry(StreamId stream) {
        return publisher.retry(stream);
    }

    /// Whether the delivery job runs.
    public boolean isRunning() {
        return job.isRunning();
    }

    private void lookAfter() {
        job.ensure();
        alsoPeriodically.run();
        long before = EventFormat.micros(clock.instant()) - lostAfter.toNanos() / 1_000;
        int restored = feed.restoreLost(before, COMPARE_MAX, this::isLost);
        if (restored > 0) {
            LOG.log(
                    Level.WARNING,
                    "{0} committed events were missing from the outbox map and were put back",
                    restored);
            publisher.wake();
        }
    }

    private boolean isLost(RecordedEvent event) {
        return !map.containsKey(OutboxEntry.pending(event).key());
    }

    /// Ends the sweeper and the job. What is not delivered stays in the journal.
    @Override
    public void close() {
        if (listening != null) {
            listening.close();
        }
        sweeper.close();
        job.end();
    }
}
